import type { IDataObject } from 'n8n-workflow';
import type { Mutant } from '../world';
import { type Any, around, swap } from '../../core/swaps';

const RECOVERY = 'nodes/VenuePlatformRecoveryTrigger';
const API = 'nodes/venueApi';

const wholeLists = (name: string) =>
	around(`${API}/resources/reading`, name, async (shipped, given) => ({
		...((await shipped(...given)) as object),
		isPart: false,
	}));

interface StorageClass {
	new (context: never): { workflowData: IDataObject; nodeId: string };
}

interface Memory {
	bookings?: { isContinuous: boolean };
}

/** The shipped code without the fix of one finding: a function works as it did before. */
export const FINDING_MUTANTS: Record<string, Mutant> = {
	'L1: a workflow remembers three recovery triggers': {
		swaps: [
			swap(`${RECOVERY}/memory/storage`, 'Storage', (shipped: StorageClass, load) => {
				const { writeMemory } = load(`${RECOVERY}/memory/memory`) as { writeMemory: Any };
				return class extends shipped {
					write(memory: never) {
						const name = 'venuePlatformRecoveryTrigger';
						const all = Object.entries((this.workflowData[name] ?? {}) as IDataObject);
						const others = all.filter(([id]) => id !== this.nodeId).slice(-2);
						const own = { polledAt: Date.now(), idleMs: 0, memory: writeMemory(memory) };
						this.workflowData[name] = {
							...Object.fromEntries(others),
							[this.nodeId]: own,
						} as IDataObject;
					}
				};
			}),
		],
	},
	'L2: an address is known without its venue': {
		swaps: [
			around('nodes/VenuePlatformTrigger/registration/address', 'placeAt', (_, [, url]) => ({
				credentialId: '',
				baseUrl: '',
				url,
			})),
		],
	},
	'L3: a poll has 30 seconds': {
		swaps: [
			swap(`${API}/connection`, 'PATIENCE_MS', (shipped: object) => ({ ...shipped, poll: 30_000 })),
		],
	},
	'L4: a part of a list is taken for the whole': {
		swaps: [wholeLists('requestPages')],
	},
	'L5: a new Client ID is another venue': {
		swaps: [
			swap(`${RECOVERY}/memory/memory`, 'venueOf', (_, load) => {
				const { shortFingerprintOf } = load(`${RECOVERY}/memory/packedSet`) as {
					shortFingerprintOf: Any;
				};
				return ({ baseUrl, clientId }: Record<string, string>) =>
					shortFingerprintOf([baseUrl, clientId] as never);
			}),
		],
	},
	'L6: Booking Changed drops the bookings that are owed': {
		swaps: [
			around(
				`${RECOVERY}/changedBookings`,
				'newsOfBookings',
				async (shipped, [poll, known, room]) => {
					const { settings } = poll as { settings: { events: string[] } };
					const memory = known as Memory;
					const isContinuous = settings.events.includes('booking');
					const begins = isContinuous && memory.bookings?.isContinuous !== true;
					const owed = {
						notBegunSince: undefined,
						recoverSince: undefined,
						backfillSince: undefined,
					};
					return await shipped(poll, (begins ? { ...memory, ...owed } : memory) as never, room);
				},
			),
		],
	},
	'L7: more versions than are remembered come again': {
		swaps: [
			around(
				`${RECOVERY}/changedBookings`,
				'newsOfBookings',
				async (shipped, [poll, known, room]) => {
					const { bookings, ...rest } = known as Memory;
					const memory = { ...rest, bookings: bookings && { ...bookings, remembersAll: true } };
					return await shipped(poll, memory as never, room);
				},
			),
		],
	},
	'L8: a long pause is believed to its end': {
		swaps: [
			swap(
				`${API}/pacing/outage`,
				'Outage',
				(shipped: new () => { lookAt: number; postpone: Any }) =>
					class extends shipped {
						override postpone = (...given: never[]) => {
							(
								Object.getPrototypeOf(Object.getPrototypeOf(this)) as { postpone: Any }
							).postpone.apply(this, given);
							this.lookAt = Infinity;
						};
					},
			),
		],
	},
	'L9: a call’s patience counts while it stands in line': {
		swaps: [
			around(`${API}/pacing/quotas`, 'quotaOf', (shipped, given) => {
				const surface = shipped(...given) as { acquire: (call: Waiting) => unknown };
				const acquire = (call: Waiting) =>
					surface.acquire({ ...call, giveUpAt: call.giveUpAt ?? call.queuedAt + call.patienceMs });
				return Object.create(surface, { acquire: { value: acquire } }) as object;
			}),
		],
	},
	'L11: what only a person can put right is called passing': {
		swaps: [
			around(`${RECOVERY}/outages`, 'failureOf', (shipped, given) => {
				const failure = shipped(...given) as { text: string };
				return {
					...failure,
					cause: 'temporarily-unavailable',
					text: `${failure.text} n8n asks again, and then reports what is new.`,
				};
			}),
		],
	},
	'L12: an answer without a body is an empty list': {
		swaps: [
			around(`${API}/records`, 'readList', (shipped, [body, name]) => {
				return body === undefined || body === null ? [] : shipped(body, name);
			}),
		],
	},
	'H2: batches forget what changes in the meantime': {
		swaps: [
			around(`${RECOVERY}/batches`, 'nextOfBacklog', async (shipped, [range, answer, look]) => {
				const known = look as { fetch: Any };
				const fetch = async (...given: never[]) => ({
					...((await known.fetch(...given)) as object),
					versions: [],
				});
				return await shipped(range, answer, { ...known, fetch } as never);
			}),
		],
	},
	'L16: what n8n wrote itself counts as news': {
		swaps: [around(`${API}/resources/webhooks`, 'ownWriteTo', () => undefined)],
	},
	'L17: messages to other systems count': {
		swaps: [
			around(`${RECOVERY}/places`, 'messagePlaces', async (shipped, given) => ({
				...((await shipped(...given)) as object),
				of: () => ({ isOurs: null, url: null }),
				isOthers: () => false,
			})),
		],
	},
};

interface Waiting {
	queuedAt: number;
	patienceMs: number;
	giveUpAt?: number;
}
