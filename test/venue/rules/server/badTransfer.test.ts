import { get, type IncomingMessage } from 'node:http';
import { startVenue, type Fault, type SimulatedVenue } from '../../index';
import { until } from '../support/until';

const MINUTE = 60_000;

/** What has arrived of a response so far. */
class Download {
	#response: IncomingMessage | undefined;
	#chunks: Buffer[] = [];
	state: 'nothing' | 'head' | 'body' | 'complete' | 'broken' = 'nothing';

	constructor(venue: SimulatedVenue) {
		const { accessToken } = venue.tokens.issue(venue.credentials.clientId);
		const headers = { accept: 'application/json', authorization: `Bearer ${accessToken}` };
		get(`${venue.baseUrl}/bookings`, { headers, agent: false }, (response) => {
			this.#response = response;
			this.state = 'head';
			response.on('data', (chunk: Buffer) => {
				this.#chunks.push(chunk);
				this.state = 'body';
			});
			response.on('end', () => (this.state = 'complete'));
			response.on('error', () => (this.state = 'broken'));
		}).on('error', () => (this.state = 'broken'));
	}

	get bytes(): Buffer {
		return Buffer.concat(this.#chunks);
	}

	get announced(): number {
		return Number(this.#response?.headers['content-length']);
	}

	leave(): void {
		this.#response?.destroy();
	}
}

describe('a bad transfer of a response', () => {
	let venue: SimulatedVenue;
	let whole: Buffer;

	beforeEach(async () => {
		venue = await startVenue({ now: () => Date.UTC(2025, 0, 1) });
		venue.bookings.seed(8);
		whole = Buffer.from(JSON.stringify(venue.bookings.all()));
	});

	afterEach(async () => await venue.stop());

	const download = (...faults: Fault[]) => {
		venue.faults.on('GET /bookings', faults);
		return new Download(venue);
	};

	/** Enough time for what was written to arrive over loopback, if anything was. */
	const settle = async () => {
		for (let turns = 0; turns < 50; turns++) await turn();
	};

	it('slow: sends the head at once and the body minutes later', async () => {
		const late = download({ kind: 'slow', ms: 10 * MINUTE });
		await until(() => late.state === 'head');
		expect([late.announced, venue.inFlight]).toEqual([whole.length, 0]);
		await venue.clock.advance(10 * MINUTE - 1);
		await settle();
		expect(late.state).toBe('head');
		await venue.clock.advance(1);
		await until(() => late.state === 'complete');
		expect(late.bytes).toEqual(whole);
	});

	it.each([
		[undefined, (length: number) => Math.ceil(length / 2)],
		[100, () => 100],
	])(
		'stall: stops in the middle of the body, forever (after %s bytes)',
		async (afterBytes, part) => {
			const stalled = download({ kind: 'stall', afterBytes });
			await until(() => stalled.bytes.length === part(whole.length));
			await venue.clock.advance(24 * 60 * MINUTE);
			await settle();
			expect(stalled.state).toBe('body');
			expect(stalled.bytes).toEqual(whole.subarray(0, part(whole.length)));
			stalled.leave();
		},
	);

	it('stall: continues after a while', async () => {
		const stalled = download({ kind: 'stall', afterBytes: 0, ms: 3 * MINUTE });
		await until(() => stalled.state === 'head');
		await venue.clock.advance(3 * MINUTE);
		await until(() => stalled.state === 'complete');
		expect(stalled.bytes).toEqual(whole);
	});

	it('trickle: sends piece by piece, even if that splits a character', async () => {
		const trickling = download({ kind: 'trickle', pieces: 40, everyMs: 15_000 });
		const piece = Math.ceil(whole.length / 40);
		await until(() => trickling.bytes.length === piece);
		await venue.clock.advance(15_000);
		await until(() => trickling.bytes.length === 2 * piece);
		await venue.clock.advance(10 * MINUTE - 15_001 - 15_000);
		await settle();
		expect(trickling.state).toBe('body');
		await venue.clock.advance(15_001);
		await until(() => trickling.state === 'complete');
		expect(trickling.bytes).toEqual(whole);
	});

	it('all at once: is late, in pieces, with a pause, and cut', async () => {
		const bad = download(
			{ kind: 'slow', ms: MINUTE },
			{ kind: 'trickle', pieces: 10, everyMs: 1000 },
			{ kind: 'stall', afterBytes: 1, ms: MINUTE },
			{ kind: 'truncatedBody' },
		);
		await until(() => bad.state === 'head');
		await venue.clock.advance(MINUTE);
		await until(() => bad.bytes.length === 1);
		await venue.clock.advance(MINUTE + 60_000);
		await until(() => bad.state === 'broken');
		expect(bad.bytes).toEqual(whole.subarray(0, Math.ceil(whole.length / 2)));
	});

	it('does not affect other clients if its client leaves in the middle', async () => {
		const left = download({ kind: 'trickle', pieces: 100, everyMs: 1000 });
		await until(() => left.state === 'body');
		left.leave();
		await settle();
		await venue.clock.advance(10 * MINUTE);
		venue.faults.clear();
		const next = new Download(venue);
		await until(() => next.state === 'complete');
		expect(venue.inFlight).toBe(0);
	});
});

const turn = () => new Promise<void>((resolve) => setImmediate(resolve));
