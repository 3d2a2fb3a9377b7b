import * as fc from 'fast-check';
import type { IPollFunctions } from 'n8n-workflow';

import { Storage } from '../../../nodes/VenuePlatformRecoveryTrigger/memory/storage';
import {
	compareWebhooks,
	withNewWebhooks,
} from '../../../nodes/VenuePlatformRecoveryTrigger/webhookChanges';
import { webhookOf } from '../../../nodes/venueApi/resources/webhooks';

/** The rest of the 32 kB belongs to messages and bookings, which are numbers. */
const MOST_BYTES = 11_000;

const long = fc
	.tuple(fc.string({ unit: 'binary', minLength: 1 }), fc.integer({ min: 1, max: 20_000 }))
	.map(([text, times]) => text.repeat(times).slice(0, 200_000));
const hostile = fc.oneof(long, fc.string({ unit: 'binary' }), fc.uuid(), fc.integer());
const webhooks = fc.array(
	fc
		.record({ webhookId: hostile, url: hostile, enabled: fc.constantFrom(true, 1, 'yes', null) })
		.map((record) => webhookOf(record as never)),
	{ minLength: 1, maxLength: 150 },
);

describe('whatever a venue calls its webhooks', () => {
	it('they take a third of what static data may take', () => {
		const compare = (list: Parameters<typeof compareWebhooks>[0]['webhooks']) =>
			compareWebhooks(
				{ webhooks: list, isPart: false },
				undefined,
				1,
				() => undefined,
				() => false,
			).memory;
		fc.assert(
			fc.property(webhooks, webhooks, (before, after) => {
				const data: Record<string, object> = { node: {}, global: { __dataChanged: false } };
				Object.defineProperty(data.node, '__dataChanged', { value: false, enumerable: false });
				const storage = new Storage({
					getWorkflowStaticData: (type: string) => data[type],
					getWorkflow: () => ({ id: 'hostile' }),
					getNode: () => ({ id: 'node' }),
				} as unknown as IPollFunctions);
				for (const known of [compare(before), withNewWebhooks(after, compare(before))]) {
					storage.write({ venue: 1, webhooks: known }, { isPublishing: true });
					expect(Buffer.byteLength(JSON.stringify(data))).toBeLessThan(MOST_BYTES);
				}
			}),
			{ numRuns: 60 },
		);
	});
});
