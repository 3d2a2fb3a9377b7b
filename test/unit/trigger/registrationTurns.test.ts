import type { IHookFunctions } from 'n8n-workflow';

import { inTurn } from '../../../nodes/VenuePlatformTrigger/registration/address';
import {
	abandonedBeside,
	listen,
	listeningAt,
	listenNoMore,
} from '../../../nodes/VenuePlatformTrigger/registration/listening';

const production = 'https://n8n.example.com/n8n/webhook/4f1c/venue-platform';
const testing = 'https://n8n.example.com/n8n/webhook-test/4f1c/venue-platform';

const venue = { credentialId: '1', baseUrl: 'https://api.venue.example' };
const at = (url: string) => ({ ...venue, url });
const listener = (place: ReturnType<typeof at>) => ({
	place,
	wanted: { url: place.url },
	context: {} as IHookFunctions,
});

describe('the test address for a production address', () => {
	it('is abandoned unless this process listens there', () => {
		expect(abandonedBeside(at(production))).toBe(testing);
		listen(listener(at(testing)));
		expect(abandonedBeside(at(production))).toBeUndefined();
		listenNoMore(at(testing));
		expect(abandonedBeside(at(production))).toBe(testing);
	});

	it.each([
		['a test address', testing],
		['an address whose path n8n renames', 'https://n8n.example.com/hooks/4f1c/venue-platform'],
		[
			'a longer path that begins like it',
			'https://n8n.example.com/webhook/a/b/4f1c/venue-platform',
		],
	])('is unknown for %s', (_, url) => {
		expect(abandonedBeside(at(url))).toBeUndefined();
	});
});

describe('where a workflow listens at an address', () => {
	it('is the venue that it moved to last, until it listens there no more', () => {
		const [former, latter] = ['1', '2'].map((credentialId) =>
			listener({ ...at(production), credentialId }),
		);
		listen(former);
		listen(latter);
		expect(listeningAt(production)).toBe(latter);
		listenNoMore(former.place);
		expect(listeningAt(production)).toBe(latter);
		listenNoMore(latter.place);
		expect(listeningAt(production)).toBeUndefined();
	});
});

describe('the tasks of one trigger', () => {
	const began: string[] = [];
	const work = (name: string, url: string) => {
		let finish: (outcome?: Promise<never>) => void = () => {};
		const done = inTurn(at(url), async () => {
			began.push(name);
			await new Promise<void>((resolve) => (finish = resolve));
			return name;
		});
		return { done, finish: (outcome?: Promise<never>) => finish(outcome) };
	};
	const settled = async () => await new Promise((resolve) => setImmediate(resolve));

	beforeEach(() => began.splice(0));

	it('run one after the other, for production and for a test event, and other triggers do not wait', async () => {
		const first = work('first', production);
		const second = work('second', testing);
		const other = work('other', production.replace('4f1c', '9d2e'));
		await settled();
		expect(began).toEqual(['first', 'other']);
		first.finish();
		expect(await first.done).toBe('first');
		await settled();
		expect(began).toEqual(['first', 'other', 'second']);
		second.finish();
		other.finish();
		expect(await Promise.all([second.done, other.done])).toEqual(['second', 'other']);
	});

	it('continue after a task that failed', async () => {
		const first = work('first', production);
		const second = work('second', production);
		await settled();
		first.finish(Promise.reject(new Error('The venue did not answer')));
		await expect(first.done).rejects.toThrow('did not answer');
		await settled();
		expect(began).toEqual(['first', 'second']);
		second.finish();
		await second.done;
	});
});
