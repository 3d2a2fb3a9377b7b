import type { INode, INodeType } from 'n8n-workflow';
import { Random } from '../core/random';
import type { Swap } from '../core/freshModules';
import type { Violation } from '../core/simulation';
import { VirtualTime } from '../core/virtualTime';
import { Users } from './actions/users';
import { Database } from './n8n/database';
import { Leadership } from './n8n/leadership';
import { N8nProcess } from './n8n/process';
import { Addresses } from './rules/addresses';
import { Calls } from './rules/calls';
import { Knowledge } from './rules/knowledge';
import { Ledger } from './rules/ledger';
import { Polls } from './rules/polls';
import { Reports } from './rules/reports';
import { Restores } from './rules/restores';
import { type Stay, Stays } from './rules/stays';
import { SaidToUsers } from './rules/said';
import { Switches } from './rules/switches';
import type { Plan } from './story/plan';
import type { Message } from './venue/message';
import { Sending } from './venue/sending';
import { Venue } from './venue/venue';

/** The shipped code with one thing broken, to see whether a rule notices. */
export interface Mutant {
	/** Functions that are replaced. */
	swaps?: readonly Swap[];
	/** Wraps a node. */
	around?: (node: INodeType) => INodeType;
}

interface Said {
	at: number;
	level: string;
	text: string;
}

/** The first n8n, at whose venues another one works. */
interface Beside {
	first: World;
	name: string;
	/** A copy of the machine has the same address, and no message reaches it. */
	publicUrl: string;
}

/**
 * One n8n with its users, the venues that it works with, and everything that is recorded about
 * them. Several of them may work at the same venues.
 */
export class World {
	readonly time: VirtualTime;
	/** Each n8n at these venues, the first one first. */
	readonly all: World[];
	readonly name: string;
	readonly publicUrl: string;
	/** Where its requests come from: its machines share it, behind one router. */
	readonly ip: string;
	readonly violations: Violation[] = [];
	readonly counts: Record<string, number> = {};
	readonly said: Said[] = [];
	/** When processes of n8n ended. */
	readonly ends: number[] = [];
	readonly knowledge: Knowledge;
	readonly ledger = new Ledger(this);
	readonly polls = new Polls(this);
	readonly stays = new Stays(this);
	readonly calls = new Calls(this);
	readonly addresses = new Addresses(this);
	readonly reports = new Reports(this);
	readonly switches = new Switches(this);
	readonly restores = new Restores(this);
	readonly saidToUsers = new SaidToUsers(this);
	readonly sending = new Sending(this);
	readonly leadership = new Leadership(this);
	readonly database: Database;
	readonly users: Users;
	readonly venues: Venue[];
	/** By process; undefined while it does not run. */
	readonly processes: Array<N8nProcess | undefined>;
	/** All that ever ran. */
	readonly everyProcess: N8nProcess[] = [];
	/** How far the clocks of the machines are off. */
	readonly clockErrors: number[];
	requests = 0;
	actionsLeftOut = 0;
	/** Nothing goes wrong any more. */
	isCalm = false;
	/** What happens later does not have to be reported. */
	lastDueAt = Infinity;
	private readonly lines: Array<{ at: number; line: string }> = [];

	constructor(
		readonly dice: Random,
		readonly plan: Plan,
		readonly start: number,
		readonly mutant?: Mutant,
		beside?: Beside,
	) {
		const { first, name, publicUrl } = beside ?? { name: '', publicUrl: 'https://n8n.example.com' };
		this.name = name;
		this.publicUrl = publicUrl;
		this.all = first?.all ?? [];
		this.all.push(this);
		this.ip = `192.0.2.${this.all.length}`;
		this.time = first?.time ?? new VirtualTime(start);
		this.knowledge = new Knowledge(() => this.time.now());
		this.database = new Database(this);
		this.venues = first?.venues ?? this.venuesOf(plan);
		this.users = new Users(this);
		this.clockErrors = Array.from({ length: plan.n8n.processes }, () => 0);
		this.processes = this.clockErrors.map((_, process) => this.begin(process));
		this.leadership.begin(this.processes[0]);
		if (first) {
			this.say = (line) => first.say(`${name}: ${line}`);
			this.seen = first.seen;
		}
	}

	private venuesOf(plan: Plan): Venue[] {
		return plan.venues.map((traits, index) => {
			const spells = plan.spells.filter(({ venue }) => venue === index);
			const name = `venue ${index}`;
			return new Venue(
				name,
				`venue-${index}.example`,
				this.time,
				traits,
				spells,
				({ kind }, request) => {
					this.seen(`weather: ${kind}`);
					this.say(`${name} meets ${request.method} ${request.path} with ${kind}`);
				},
			);
		});
	}

	say = (line: string): void => {
		this.lines.push({ at: this.time.now(), line });
	};

	seen = (what: string): void => {
		this.counts[what] = (this.counts[what] ?? 0) + 1;
	};

	/** What n8n writes to its log. */
	readonly log = (level: string, text: string): void => {
		this.said.push({ at: this.time.now(), level, text });
		if (level !== 'debug') this.say(`${level}: ${text.slice(0, 200)}`);
	};

	broken(rule: string, what: string): void {
		this.all[0].violations.push({ rule, what: this.name ? `${this.name}: ${what}` : what });
		this.say(`VIOLATION ${rule}: ${what}`);
	}

	/** Work that no code waits for. */
	background(work: Promise<unknown>): void {
		work.catch((error: Error) => this.broken('the simulation itself', String(error.stack)));
	}

	mutated(node: INodeType): INodeType {
		return this.mutant?.around?.(node) ?? node;
	}

	begin(index: number): N8nProcess {
		const of = this.name ? `${this.name} ` : '';
		const name = `${of}process ${index}, start ${this.everyProcess.length + 1}`;
		const process = new N8nProcess(this, index, name);
		this.everyProcess.push(process);
		return process;
	}

	/** It publishes and polls. Of several main processes, it leads. */
	get main(): N8nProcess | undefined {
		return this.leadership.main;
	}

	/** It has the address of the first n8n, so no message reaches it. */
	get isCopy(): boolean {
		return this !== this.all[0] && this.publicUrl === this.all[0].publicUrl;
	}

	/** Where n8n receives the deliveries to a node. */
	urlOf({ webhookId }: INode): string {
		return `${this.publicUrl}/webhook/${webhookId}/venue-platform`;
	}

	/** The n8n that the internet reaches at this address. */
	at(url: string): World {
		return this.all.find(({ publicUrl }) => url.startsWith(`${publicUrl}/`)) ?? this;
	}

	venueAt(host: string): Venue | undefined {
		return this.venues.find((venue) => venue.host === host);
	}

	/** The venue of a credential record, as n8n's database has it now. */
	venueOf(record: string): number {
		const { data } = this.database.credentials.get(record)!;
		const { baseUrl } = JSON.parse(data) as { baseUrl: string };
		return this.venues.findIndex(({ host }) => baseUrl.includes(host));
	}

	/** Where the load balancer sends it. */
	processFor(message: Message, tryName: string): N8nProcess | undefined {
		const running = this.processes.filter((process) => process !== undefined);
		if (running.length === 0) return undefined;
		const { balance } = this.plan.n8n;
		if (balance === 'by address') return running[message.url.length % running.length];
		return this.dice.of(`balance ${tryName}`).pick(running);
	}

	/**
	 * Something changed that n8n does not tell the trigger: docs/reliability.md says to publish
	 * again.
	 */
	needsPublishing(stay: Stay): boolean {
		const { isRecordEdited, wasInterrupted, node, venue } = stay;
		return (
			isRecordEdited ||
			wasInterrupted ||
			this.switches.isOff(this.urlOf(node), this.venues[venue]) ||
			this.switches.isOffByFormerLeader(stay)
		);
	}

	clockTime(at: number): string {
		return `+${((at - this.start) / 1_000).toFixed(3)} s`;
	}

	told(): string[] {
		return this.lines.map(({ at, line }) => `${this.clockTime(at)} ${line}`);
	}
}
