import type { IDataObject, IHttpRequestOptions, INode } from 'n8n-workflow';

import { type Connection, PATIENCE_MS } from '../../../../nodes/venueApi/connection';
import { ResponseMemory } from '../../../../nodes/venueApi/pacing/responseMemory';
import { callApi } from '../../../../nodes/venueApi/resources/calls';
import { BULK_REPORT } from '../../../../nodes/venueApi/resources/reports';
import { whileTimeMoves } from '../../support/fakeTimers';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const MIDNIGHT = Date.UTC(2026, 10, 21);

/** What the venue names in Retry-After during the cooldown of an export. */
type Manner = 'remaining' | 'a date' | 'a minute' | 'nothing';
const MANNERS: Manner[] = ['remaining', 'a date', 'a minute', 'nothing'];

/** A venue that returns each data set once per cooldown, and whose answers take time. */
class ReportVenue {
	asked = 0;
	private readonly openFrom = new Map<string, number>();

	constructor(
		private readonly cooldownMs: number,
		private readonly manner: Manner,
		private readonly random: () => number,
	) {}

	isOpenAt(time: number, dataSet: string): boolean {
		return time >= (this.openFrom.get(dataSet) ?? 0);
	}

	async answer({ body }: IHttpRequestOptions) {
		await this.travel();
		this.asked++;
		const dataSet = String(body);
		const remainingMs = (this.openFrom.get(dataSet) ?? 0) - Date.now();
		if (remainingMs <= 0) this.openFrom.set(dataSet, Date.now() + this.cooldownMs);
		const headers = remainingMs > 0 ? this.retryAfter(remainingMs) : {};
		await this.travel();
		return { statusCode: remainingMs > 0 ? 429 : 202, headers, body: '' };
	}

	private async travel(): Promise<void> {
		await new Promise((resolve) => setTimeout(resolve, Math.ceil(this.random() * 400)));
	}

	private retryAfter(remainingMs: number): Record<string, string> {
		switch (this.manner) {
			case 'remaining':
				return { 'retry-after': String(Math.ceil(remainingMs / SECOND)) };
			case 'a date':
				return {
					'retry-after': new Date(Date.now() + remainingMs).toUTCString(),
					date: new Date().toUTCString(),
				};
			case 'a minute':
				return { 'retry-after': '60' };
			case 'nothing':
				return {};
		}
	}
}

let installations = 0;

/**
 * An n8n with an empty memory, as after a restart: the memory is kept for each set of credentials.
 */
function freshConnection(venue: ReportVenue): Connection {
	const helpers = {
		httpRequestWithAuthentication: async (_type: string, request: IHttpRequestOptions) =>
			await venue.answer(request),
	};
	return {
		context: { helpers, getTimezone: () => 'UTC' } as unknown as Connection['context'],
		node: { name: 'Report' } as INode,
		baseUrl: 'https://venue.example',
		clientId: `client ${++installations}`,
		requestsPerMinute: 600,
		secrets: [],
		responseMemory: new ResponseMemory(),
		patienceMs: PATIENCE_MS.execution,
		isUrgent: false,
	};
}

interface Run {
	startedAt: number;
	isDone: boolean;
	asked: number;
	/** The times in the message and in the item of the workflow. */
	named: number[];
	tookMs: number;
}

async function run(venue: ReportVenue, connection: Connection, body: IDataObject): Promise<Run> {
	const before = venue.asked;
	const startedAt = Date.now();
	const outcome = await whileTimeMoves(
		callApi(connection, { method: 'POST', path: BULK_REPORT, body }).then(
			() => undefined,
			(error: { message: string; context: { retryAt?: string } }) => error,
		),
	);
	const [, text = ''] = /again from (.*) UTC/.exec(outcome?.message ?? '') ?? [];
	return {
		startedAt,
		isDone: outcome === undefined,
		asked: venue.asked - before,
		named: outcome ? [Date.parse(`${text}Z`), Date.parse(String(outcome.context.retryAt))] : [],
		tookMs: Date.now() - startedAt,
	};
}

interface Schedule {
	cooldownMs: number;
	manner: Manner;
	/** The share of runs before which n8n was restarted. */
	restarts?: number;
}

function randomFrom(seed: number): () => number {
	let state = seed;
	return () => {
		state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
		return state / 2 ** 32;
	};
}

/** An export every six hours for ten days. */
async function tenDays({ cooldownMs, manner, restarts = 0 }: Schedule) {
	const random = randomFrom(cooldownMs + MANNERS.indexOf(manner));
	const venue = new ReportVenue(cooldownMs, manner, random);
	const body = { dataSet: 'visits' };
	const sent = JSON.stringify(body);
	const runs: Array<Run & { isTrue: boolean }> = [];
	let connection = freshConnection(venue);
	jest.setSystemTime(MIDNIGHT);
	for (let nth = 0; nth < 40; nth++) {
		const dueAt = MIDNIGHT + nth * 6 * HOUR + Math.floor(random() * SECOND);
		await jest.advanceTimersByTimeAsync(dueAt - Date.now());
		if (random() < restarts) connection = freshConnection(venue);
		const done = await run(venue, connection, body);
		runs.push({ ...done, isTrue: done.named.every((time) => venue.isOpenAt(time, sent)) });
	}
	return runs;
}

const skipped = (runs: Run[]) => runs.filter(({ isDone }) => !isDone).length;
const mostAsked = (runs: Run[]) => Math.max(...runs.map(({ asked }) => asked));
const minutesOf = (cooldownMs: number) => cooldownMs / MINUTE;
const upToSixHours = [350, 352.5, 355, 357, 358.9, 359, 359.5, 360].map((min) => min * MINUTE);
const aboveSixHours = [360.01, 360.5, 361, 362, 364.9, 365, 366, 369, 370].map((m) => m * MINUTE);

describe('a bulk report that is scheduled every six hours', () => {
	beforeEach(() => jest.useFakeTimers({ now: MIDNIGHT }));
	afterEach(() => jest.useRealTimers());

	describe.each(MANNERS)('at a venue with %s in Retry-After', (manner) => {
		it.each(upToSixHours.map(minutesOf))(
			'is skipped at most once in forty runs if the cooldown is %d minutes',
			async (minutes) => {
				const runs = await tenDays({ cooldownMs: minutes * MINUTE, manner });
				expect(skipped(runs)).toBeLessThanOrEqual(1);
				expect(mostAsked(runs)).toBeLessThanOrEqual(2);
				expect(runs.every(({ isTrue }) => isTrue)).toBe(true);
			},
		);

		it.each(aboveSixHours.map(minutesOf))(
			'names a true time if the cooldown is %d minutes [troubleshooting: every second time]',
			async (minutes) => {
				const runs = await tenDays({ cooldownMs: minutes * MINUTE, manner });
				expect(skipped(runs)).toBeLessThanOrEqual(20);
				expect(mostAsked(runs)).toBeLessThanOrEqual(2);
				expect(runs.every(({ isTrue }) => isTrue)).toBe(true);
				// At most the end of the “about”, counted from the start of the run.
				const waits = runs.flatMap(({ named, startedAt }) => named.map((at) => at - startedAt));
				expect(Math.max(0, ...waits)).toBeLessThan(13 * MINUTE);
			},
		);

		it('requests no more and names true times if n8n restarts in between', async () => {
			for (const cooldownMs of [...upToSixHours, ...aboveSixHours]) {
				for (const restarts of [0.2, 1]) {
					const runs = await tenDays({ cooldownMs, manner, restarts });
					const isShort = cooldownMs < 6 * HOUR || manner === 'remaining' || manner === 'a date';
					if (isShort && cooldownMs <= 6 * HOUR) expect(skipped(runs)).toBeLessThanOrEqual(1);
					expect(skipped(runs)).toBeLessThanOrEqual(20);
					expect(mostAsked(runs)).toBeLessThanOrEqual(2);
					expect(runs.every(({ isTrue }) => isTrue)).toBe(true);
				}
			}
		});
	});

	it('names a true time, in whole seconds, for a second request', async () => {
		const random = randomFrom(1);
		for (let nth = 0; nth < 50; nth++) {
			const venue = new ReportVenue(370 * MINUTE, 'remaining', random);
			const connection = freshConnection(venue);
			await jest.advanceTimersByTimeAsync(Math.floor(random() * SECOND));
			await run(venue, connection, {});
			const { named, asked } = await run(venue, connection, {});
			expect(asked).toBe(0);
			expect(named.filter((time) => !venue.isOpenAt(time, '{}'))).toEqual([]);
		}
	});

	it('takes no longer than a call may take', async () => {
		for (const minutes of [360, 364, 370]) {
			const runs = await tenDays({ cooldownMs: minutes * MINUTE, manner: 'remaining' });
			const longest = Math.max(...runs.map(({ tookMs }) => tookMs));
			expect(longest).toBeLessThanOrEqual(PATIENCE_MS.execution + SECOND);
		}
	});
});
