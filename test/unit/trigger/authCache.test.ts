import { AuthCache } from '../../../nodes/VenuePlatformTrigger/sender/authCache';
import type { DeliveryAuth } from '../../../nodes/VenuePlatformTrigger/sender/deliveryAuth';

/** A credential whose reads wait for `finishReading`. */
class SlowCredential {
	key = 'right';
	reads = 0;
	private readonly finishing: Array<() => void> = [];

	readonly read = async (): Promise<DeliveryAuth | undefined> => {
		this.reads++;
		const apiKey = this.key;
		await new Promise<void>((resolve) => this.finishing.push(resolve));
		return { kind: 'apiKey', apiKey };
	};

	async finishReading() {
		await new Promise((resolve) => setImmediate(resolve));
		while (this.finishing.length > 0) {
			this.finishing.splice(0).forEach((finish) => finish());
			await new Promise((resolve) => setImmediate(resolve));
		}
	}
}

const showing = (key: string) => (auth: DeliveryAuth | undefined) =>
	auth?.kind === 'apiKey' && auth.apiKey === key;

describe('the key that deliveries have to present', () => {
	let proofs: AuthCache;
	let credential: SlowCredential;
	let now = 0;

	/** No read takes too long, unless a test says so. */
	let longReads: Array<() => void> = [];
	const pause = async (ms: number) => {
		if (ms > 1_000) await new Promise<void>((resolve) => longReads.push(resolve));
		else now += ms;
	};

	beforeEach(() => {
		longReads = [];
		proofs = new AuthCache(pause);
		credential = new SlowCredential();
		now = 1_800_000_000_000;
		jest.spyOn(Date, 'now').mockImplementation(() => now);
	});

	afterEach(() => jest.restoreAllMocks());

	const accepts = (key: string, trigger = 'trigger') =>
		proofs.accepts(trigger, showing(key), credential.read);

	const answers = async (...asked: Array<Promise<boolean>>) => {
		await credential.finishReading();
		return await Promise.all(asked);
	};

	it('is read once for deliveries that arrive together and present it', async () => {
		const asked = Array.from({ length: 30 }, () => accepts('right'));
		expect(await answers(...asked)).toEqual(Array(30).fill(true));
		expect(credential.reads).toBe(1);
	});

	it('is read again before a delivery without it is rejected', async () => {
		expect(await answers(accepts('wrong'), accepts('right'), accepts('guess'))).toEqual([
			false,
			true,
			false,
		]);
		expect(credential.reads).toBe(2);
		expect(await answers(accepts('wrong'))).toEqual([false]);
		expect(credential.reads).toBe(3);
	});

	it('is read again for a delivery that arrived while the old one was being read', async () => {
		const before = accepts('right');
		credential.key = 'new';
		const after = accepts('new');
		expect(await answers(before, after)).toEqual([true, true]);
	});

	const reread = () => proofs.rereadIfStale('trigger', credential.read);

	it('is accepted once without a read within five minutes, and then only after one', async () => {
		await answers(accepts('right'));
		now += 299_999;
		await expect(accepts('right')).resolves.toBe(true);
		expect(credential.reads).toBe(1);
		now += 1;
		expect(await answers(accepts('right'))).toEqual([true]);
		expect(credential.reads).toBe(2);
	});

	it('is read again for the next delivery, but not within ten seconds', async () => {
		await answers(accepts('right'));
		now += 9_999;
		await reread();
		expect(credential.reads).toBe(1);
		now += 1;
		const renewing = Promise.all([reread(), reread(), reread()]);
		await credential.finishReading();
		await renewing;
		await reread();
		expect(credential.reads).toBe(2);
	});

	it('is still accepted after a change, until the credential is read again', async () => {
		await answers(accepts('right'));
		credential.key = 'new';
		now += 10_000;
		expect(await answers(accepts('right'), accepts('new'))).toEqual([true, true]);
		expect(await answers(accepts('right'))).toEqual([false]);
		credential.key = 'newer';
		now += 10_000;
		await expect(accepts('new')).resolves.toBe(true);
		const renewing = reread();
		await credential.finishReading();
		await renewing;
		expect(await answers(accepts('new'))).toEqual([false]);
	});

	it.each([
		['could not be read', async () => await Promise.reject(new Error('gone'))],
		['had no key', async () => undefined],
	])('is read again before it is accepted after the credential %s', async (_, read) => {
		await answers(accepts('right'));
		now += 10_000;
		await proofs.rereadIfStale('trigger', read);
		const asked = accepts('right');
		expect(await answers(asked)).toEqual([true]);
		expect(credential.reads).toBe(2);
	});

	it('is not accepted without a read if the clock was set back', async () => {
		await answers(accepts('right'));
		credential.key = 'new';
		now -= 1;
		await reread();
		expect(credential.reads).toBe(1);
		expect(await answers(accepts('right'))).toEqual([false]);
	});

	it('is remembered for one trigger only', async () => {
		await answers(accepts('right', 'one'));
		credential.key = 'other';
		expect(await answers(accepts('right', 'two'))).toEqual([false]);
	});

	it('is read again after a read that failed', async () => {
		await expect(
			proofs.accepts('trigger', showing('right'), async () => {
				return await Promise.reject(new Error('The credential is gone'));
			}),
		).rejects.toThrow('gone');
		expect(await answers(accepts('right'))).toEqual([true]);
	});

	const many = (key: string, read = credential.read) =>
		Array.from({ length: 500 }, () => proofs.accepts('trigger', showing(key), read));
	const accepted = async (asked: Array<Promise<boolean>>) => {
		const ending = Promise.allSettled(asked);
		await credential.finishReading();
		const ends = await ending;
		return ends.filter((end) => end.status === 'fulfilled' && end.value).length;
	};
	const unreadable = async () => await Promise.reject(new Error('gone'));

	it('that was replaced is accepted once in the five minutes after a read', async () => {
		await answers(accepts('right'));
		credential.key = 'new';
		now += 240_000;
		expect(await accepted(many('right'))).toBe(1);
		expect(await accepted(many('right'))).toBe(0);
		expect(await accepted(many('new'))).toBe(500);
	});

	it.each([0, 9_999, 10_000, 299_999])(
		'that was replaced is refused after a delivery with the new one, %d ms later [security: ends the old one]',
		async (age) => {
			await answers(accepts('right'));
			credential.key = 'new';
			now += age;
			expect(await answers(accepts('new'))).toEqual([true]);
			expect(await accepted(many('right'))).toBe(0);
		},
	);

	it('that was replaced is refused in another process within ten seconds of deliveries [security: later than ten seconds]', async () => {
		const other = new AuthCache(pause);
		const ask = () => other.accepts('trigger', showing('right'), credential.read);
		expect(await answers(ask())).toEqual([true]);
		credential.key = 'new';
		now += 10_000;
		expect(await accepted(Array.from({ length: 500 }, ask))).toBe(1);
		expect(await accepted(Array.from({ length: 500 }, ask))).toBe(0);
	});

	it('is accepted once while the credential cannot be read, and not after five minutes [security: nothing is accepted]', async () => {
		await answers(accepts('right'));
		now += 240_000;
		expect(await accepted(many('right', unreadable))).toBe(1);
		expect(await accepted(many('right', unreadable))).toBe(0);

		await answers(accepts('right'));
		now += 300_000;
		expect(await accepted(many('right', unreadable))).toBe(0);
	});

	it('lets no sender wait longer than five seconds for a read that does not end [security: five seconds]', async () => {
		let reads = 0;
		const read = async () => {
			reads++;
			return await new Promise<never>(() => {});
		};
		const asked = Array.from({ length: 10 }, () => many('guess', read)).flat();
		await new Promise((resolve) => setImmediate(resolve));
		expect(longReads).toHaveLength(1);
		now += 5_000;
		longReads.forEach((end) => end());
		const ends = await Promise.allSettled(asked);
		expect(new Set(ends.map(({ status }) => status))).toEqual(new Set(['rejected']));
		expect(reads).toBe(1);
	});

	it('is read at most once a second, however many wrong keys arrive [security: at most once a second]', async () => {
		await answers(accepts('right'));
		let reads = 0;
		const read = async (): Promise<DeliveryAuth> => {
			reads++;
			return await Promise.resolve({ kind: 'apiKey', apiKey: 'right' });
		};
		const began = now;
		for (let second = 0; second < 60; second++) {
			const rejected = Array.from({ length: 167 }, (_, index) =>
				proofs.accepts('trigger', showing(`wrong ${index}`), read),
			);
			expect(new Set(await Promise.all(rejected))).toEqual(new Set([false]));
			await expect(proofs.accepts('trigger', showing('right'), read)).resolves.toBe(true);
		}
		expect(reads).toBeLessThanOrEqual((now - began) / 1_000);
	});

	it('is accepted right after a change, even among wrong keys', async () => {
		await answers(accepts('right'));
		let key = 'right';
		const read = async (): Promise<DeliveryAuth> =>
			await Promise.resolve({ kind: 'apiKey', apiKey: key });
		const ask = (shown: string) => proofs.accepts('trigger', showing(shown), read);
		const before = Array.from({ length: 5 }, (_, index) => ask(`wrong ${index}`));
		key = 'new';
		const asked = [...before, ask('new'), ask('another')];
		expect((await Promise.all(asked)).filter((isBelieved) => isBelieved)).toHaveLength(1);
		await expect(asked[5]).resolves.toBe(true);
	});

	it('lets eight deliveries wait for the next read, and rejects a flood at once [security: eight wait]', async () => {
		const endless = new AuthCache(async () => await new Promise<never>(() => {}));
		const read = async (): Promise<DeliveryAuth> =>
			await Promise.resolve({ kind: 'apiKey', apiKey: 'right' });
		const ask = async (key: string) => await endless.accepts('trigger', showing(key), read);
		await expect(ask('right')).resolves.toBe(true);
		let rejected = 0;
		for (let index = 0; index < 100; index++) {
			void ask(`wrong ${index}`).then((isBelieved) => (rejected += isBelieved ? 0 : 1));
		}
		await new Promise((resolve) => setImmediate(resolve));
		expect(rejected).toBe(92);
		await expect(ask('right')).resolves.toBe(true);
	});

	it('is read once for 200 deliveries if it cannot be read', async () => {
		let reads = 0;
		const read = async () => {
			reads++;
			return await Promise.reject(new Error('gone'));
		};
		const asked = Array.from({ length: 200 }, () => proofs.accepts('trigger', showing('x'), read));
		const ends = await Promise.allSettled(asked);
		expect(new Set(ends.map(({ status }) => status))).toEqual(new Set(['rejected']));
		expect(reads).toBe(1);
	});
});
