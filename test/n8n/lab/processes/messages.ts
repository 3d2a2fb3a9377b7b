/** The messages between a lab and its supervisor. */

export interface StartOrder {
	order: 'start';
	name: string;
	command: string;
	args: string[];
	env: Record<string, string>;
	folder: string;
	logFile: string;
	/** The user to run as, because PostgreSQL refuses root. */
	user?: { uid: number; gid: number };
	/** How to end it if its lab is gone. */
	lastSignal: NodeJS.Signals;
}

export interface SignalOrder {
	order: 'signal';
	name: string;
	signal: NodeJS.Signals;
}

export type Order = StartOrder | SignalOrder;

export type Report =
	| { report: 'ready' }
	| { report: 'started'; name: string; pid: number }
	| { report: 'notStarted'; name: string; reason: string }
	| { report: 'exited'; name: string; code: number | null; signal: NodeJS.Signals | null };
