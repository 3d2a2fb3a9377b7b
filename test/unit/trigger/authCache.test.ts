import { AuthCache } from '../../../nodes/VenuePlatformTrigger/sender/authCache';
import type { DeliveryAuth } from '../../../nodes/VenuePlatformTrigger/sender/deliveryAuth';

/** A credential that takes a while to be read. */
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
		while (this.finishing.length > 0) {
			this.finishing.splice(0).forEach((finish) => finish());
			await new Promise((resolve) => setImmediate(resolve));
		}
	}
}

const showing = (key: string) => (auth: DeliveryAuth | undefined) =>
	auth?.kind === 'apiKey' && auth.apiKey === key;

describe('what deliveries have to show', () => {
	let proofs: AuthCache;
	let credential: SlowCredential;
	let now = 0;

	beforeEach(() => {
		proofs = new AuthCache();
		credential = new SlowCredential();
		now = 1_800_000_000_000;
		jest.spyOn(Date, 'now').mockImplementation(() => now);
	});

	afterEach(() => jest.restoreAllMocks());

	const agree = (key: string, trigger = 'trigger') =>
		proofs.agree(trigger, showing(key), credential.read);

	const answers = async (...asked: Array<Promise<boolean>>) => {
		await credential.finishReading();
		return await Promise.all(asked);
	};

	it('is read once for deliveries that come at the same time and show it', async () => {
		const asked = Array.from({ length: 30 }, () => agree('right'));
		expect(await answers(...asked)).toEqual(Array(30).fill(true));
		expect(credential.reads).toBe(1);
	});

	it('is read again for each delivery that does not show it', async () => {
		expect(await answers(agree('wrong'), agree('right'), agree('guess'))).toEqual([
			false,
			true,
			false,
		]);
		expect(credential.reads).toBe(2);
		expect(await answers(agree('wrong'))).toEqual([false]);
		expect(credential.reads).toBe(3);
	});

	it('counts as changed for a delivery that came while the old one was being read', async () => {
		const before = agree('right');
		credential.key = 'new';
		const after = agree('new');
		expect(await answers(before, after)).toEqual([true, true]);
	});

	it('is believed for ten seconds after a change, and not after', async () => {
		await answers(agree('right'));
		credential.key = 'new';
		now += 9_999;
		expect(await answers(agree('right'), agree('new'))).toEqual([true, true]);
		now += 10_000;
		expect(await answers(agree('right'))).toEqual([false]);
	});

	it('is not believed from the future', async () => {
		await answers(agree('right'));
		credential.key = 'new';
		now -= 1;
		expect(await answers(agree('right'))).toEqual([false]);
	});

	it('belongs to one trigger', async () => {
		await answers(agree('right', 'one'));
		credential.key = 'other';
		expect(await answers(agree('right', 'two'))).toEqual([false]);
	});

	it('is read anew where it could not be read', async () => {
		const broken = proofs.agree('trigger', showing('right'), async () => {
			await new Promise((resolve) => setImmediate(resolve));
			throw new Error('The credential is gone');
		});
		const shared = agree('right');
		await expect(broken).rejects.toThrow('gone');
		await new Promise((resolve) => setImmediate(resolve));
		expect(await answers(shared)).toEqual([true]);
	});
});
