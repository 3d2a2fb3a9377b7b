import type { IExecuteFunctions } from 'n8n-workflow';

import type { Differences } from '../core/freshModules';
import type { Random } from '../core/random';
import type { VirtualTime } from '../core/virtualTime';
import { CredentialRows } from './n8n/storedCredentials';
import { N8nProcess } from './n8n/n8nProcess';
import { lineFor } from './story/line';
import {
	isPlain,
	isUnsafe,
	type Operation,
	patienceOf,
	purposeOf,
	perform,
	type Probe,
	sendPlainly,
	surfaceOf,
} from './story/operation';
import type { ActorPlan, CredentialPlan, OperationKind, Story } from './story/story';
import { VenuePlatform } from './venue/platform';
import { Weather } from './weather/spells';

const TYPE = 'venuePlatformApi';

/** What to call, and for which actor. */
export interface Errand {
	actor: string;
	kind: OperationKind;
	process: string;
	credential: string;
	dataSet?: number;
	probe?: Probe;
	cancelAfterMs?: number;
}

/** The processes, the venue and everything that happens between them. */
export class World {
	readonly operations: Operation[] = [];
	readonly venue: VenuePlatform;
	readonly weather: Weather;
	readonly signals: AbortSignal[] = [];
	readonly startedAt: number;
	private readonly processes: Map<string, N8nProcess>;
	private readonly rows: CredentialRows;
	private ended: (operation: Operation) => void = () => {};

	constructor(
		readonly time: VirtualTime,
		readonly story: Story,
		random: Random,
		differences?: Differences,
	) {
		this.startedAt = time.now();
		const spells = story.spells.map((spell) => ({
			...spell,
			from: spell.from + this.startedAt,
			until: spell.until + this.startedAt,
		}));
		this.weather = new Weather(spells, random.of('luck'));
		const { accounts, manners, processes } = story;
		const addressOf = (name: string) =>
			processes.find((process) => process.name === name)?.address ?? '';
		const dice = random.of('venue');
		this.venue = new VenuePlatform(time, accounts, manners, this.weather, dice, addressOf);
		const delays = random.of('database');
		this.rows = new CredentialRows(async () => {
			if (story.databaseMs > 0) await time.sleep(delays.int(1, story.databaseMs));
		});
		for (const credential of story.credentials) this.saveCredential(credential);
		this.processes = new Map(
			processes.map(({ name, address }) => [
				name,
				new N8nProcess(name, address, time, this.rows, differences),
			]),
		);
	}

	whenEnded(listener: (operation: Operation) => void): void {
		this.ended = listener;
	}

	process(name: string): N8nProcess {
		return this.processes.get(name)!;
	}

	credential(id: string): CredentialPlan {
		return this.story.credentials.find((credential) => credential.id === id)!;
	}

	/** The dialog writes the fields that it shows, and keeps the stored token. */
	saveCredential({ id, account, requestsPerMinute }: CredentialPlan, before: object = {}): void {
		const { clientId, clientSecret, host } = account;
		const baseUrl = `https://${host}`;
		this.rows.write(id, TYPE, { ...before, baseUrl, clientId, clientSecret, requestsPerMinute });
	}

	/** A process that obtained a token during the edit has written the old fields back. */
	isWrittenBack({ id, account }: CredentialPlan): boolean {
		const { clientId, clientSecret } = this.rows.read(id);
		return clientId !== account.clientId || clientSecret !== account.clientSecret;
	}

	editCredential(id: string, account: CredentialPlan['account']): void {
		const credential = this.credential(id);
		credential.account = { ...account };
		this.saveCredential(credential, this.rows.read(id));
		for (const operation of this.operations) {
			if (operation.credential === id && operation.endedAt === undefined) {
				operation.clientIds.push(account.clientId);
			}
		}
	}

	async act(actor: ActorPlan, dice: Random): Promise<void> {
		await this.time.sleepUntil(this.startedAt + actor.from);
		const { name, process, credential, cancelAfterMs, dataSets } = actor;
		for (let time = 0; time < actor.times; time++) {
			if (time > 0 && actor.everyMs > 0) await this.time.sleep(actor.everyMs);
			const errands = Array.from({ length: actor.atOnce }, async () => {
				const kind = dice.pick(actor.kinds);
				const isCanceled = cancelAfterMs !== undefined && dice.chance(0.5);
				return await this.run({
					...{ actor: name, kind, process, credential, dataSet: dice.int(0, dataSets - 1) },
					...(isCanceled ? { cancelAfterMs } : {}),
				});
			});
			await Promise.all(errands);
		}
	}

	async run(errand: Errand): Promise<Operation> {
		const { process: processName, credential: id, kind, cancelAfterMs } = errand;
		const process = this.process(processName);
		const { account } = this.credential(id);
		const operation: Operation = {
			...{ actor: errand.actor, kind, process: processName, credential: id, probe: errand.probe },
			name: `operation ${this.operations.length + 1}`,
			clientIds: [account.clientId],
			host: account.host,
			surface: surfaceOf(kind),
			isUnsafe: isUnsafe(kind),
			dataSet: errand.dataSet ?? 0,
			patienceMs: patienceOf(process.shipped, kind),
			lineMs: 0,
			startedAt: this.time.now(),
			text: '',
			message: '',
		};
		this.operations.push(operation);
		const execution = new AbortController();
		this.signals.push(execution.signal);
		const cancellation =
			cancelAfterMs === undefined
				? undefined
				: this.time.after(cancelAfterMs, () => {
						operation.canceledAt = this.time.now();
						execution.abort();
					});
		try {
			const context = process.execution(operation.name, id, execution.signal);
			operation.answer = isPlain(operation)
				? await sendPlainly(context, operation)
				: await this.ask(process, context, operation);
			operation.outcome = 'answered';
		} catch (thrown) {
			this.failed(operation, thrown as Error, process);
		}
		if (cancellation) this.time.cancel(cancellation);
		operation.endedAt = this.time.now();
		operation.lineMs = lineFor(this, operation);
		this.ended(operation);
		return operation;
	}

	private async ask(
		{ shipped }: N8nProcess,
		context: IExecuteFunctions,
		operation: Operation,
	): Promise<unknown> {
		const connection = await shipped.connect(context, purposeOf(operation.kind));
		return await perform(shipped, connection, operation);
	}

	private failed(operation: Operation, thrown: Error, { clockOffset }: N8nProcess): void {
		const { message, description, context } = thrown as Error & {
			description?: string;
			context?: { retryAt?: string };
		};
		operation.outcome = /\bcanceled\b/.test(message) ? 'canceled' : 'failed';
		operation.message = message;
		operation.text = `${message} — ${description ?? ''} ${JSON.stringify(context ?? {})}`;
		if (context?.retryAt) operation.retryAt = Date.parse(context.retryAt) - clockOffset;
	}
}
