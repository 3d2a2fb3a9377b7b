import { spawn } from 'node:child_process';
import { delimiter, dirname } from 'node:path';
import { createInterface } from 'node:readline';

interface NpmRun {
	cwd: string;
	/** The Node.js for npm itself and for every script that it starts. */
	node?: string;
	onLine?: (line: string) => void;
}

const LINES_KEPT = 30;

/** Runs npm. If it fails, its last lines are the message. */
export async function npm(args: string[], { cwd, node, onLine }: NpmRun): Promise<string> {
	const isWindows = process.platform === 'win32';
	const path = process.env.PATH ?? '';
	const child = spawn(isWindows ? 'npm.cmd' : 'npm', args, {
		cwd,
		env: {
			...process.env,
			// jest sets "test", which changes what some of the tools that npm starts do.
			NODE_ENV: undefined,
			PATH: node ? `${dirname(node)}${delimiter}${path}` : path,
		},
		shell: isWindows,
		stdio: ['ignore', 'pipe', 'pipe'],
	});
	const output: string[] = [];
	const lastLines: string[] = [];
	const remember = (line: string) => {
		lastLines.push(line);
		if (lastLines.length > LINES_KEPT) lastLines.shift();
	};
	createInterface(child.stdout).on('line', (line) => {
		output.push(line);
		remember(line);
	});
	createInterface(child.stderr).on('line', (line) => {
		onLine?.(line);
		remember(line);
	});
	const code = await new Promise<number | null>((resolve, reject) => {
		child.once('error', reject);
		child.once('close', resolve);
	});
	if (code !== 0) {
		throw new Error(`npm ${args.join(' ')} ended with ${code}:\n${lastLines.join('\n')}`);
	}
	return output.join('\n');
}
