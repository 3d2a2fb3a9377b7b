import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { itemsOf } from '../../../nodes/VenuePlatformRecoveryTrigger/items';
import {
	RECOVERY_EVENTS,
	type RecoverySettings,
} from '../../../nodes/VenuePlatformRecoveryTrigger/settings';
import { VenuePlatformRecoveryTrigger } from '../../../nodes/VenuePlatformRecoveryTrigger/VenuePlatformRecoveryTrigger.node';
import { asFailedMessage } from '../../../nodes/venueApi/resources/failedMessages';

const FOLDER = join(__dirname, '../../../nodes/VenuePlatformRecoveryTrigger');
const { description } = new VenuePlatformRecoveryTrigger();
const field = (name: string) => description.properties.find((property) => property.name === name);
const values = (property?: INodeProperties) =>
	((property?.options ?? []) as INodePropertyOptions[]).map(({ value }) => value);

describe('the recovery trigger', () => {
	it('has the names and defaults that users save in their workflows', () => {
		expect([description.name, description.version, description.polling]).toEqual([
			'venuePlatformRecoveryTrigger',
			1,
			true,
		]);
		const defaults = description.properties.map((property) => [property.name, property.default]);
		expect(defaults).toEqual([
			['events', ['final', 'attempt', 'growth']],
			['minimumAttempt', 5],
			['growthThreshold', 1],
			['refetchBookings', true],
			['options', {}],
		]);
		expect(values(field('events')).sort()).toEqual([...RECOVERY_EVENTS].sort());
		const options = (field('options')?.options ?? []) as INodeProperties[];
		expect(options.map((option) => [option.name, option.default])).toEqual([
			['additionalQuery', '{}'],
			['includeVenue', false],
			['maxItems', 1000],
			['onlyOwnWebhooks', true],
			['safetyMarginMinutes', 5],
			['startDate', ''],
			['startWith', 'new'],
			['switchOnAgain', false],
			['wholeBookings', 'automatic'],
		]);
		expect(values(options.find(({ name }) => name === 'startWith'))).toEqual([
			'all',
			'date',
			'new',
		]);
	});

	it('is found by words that a user would type', () => {
		const codex = readFileSync(join(FOLDER, 'VenuePlatformRecoveryTrigger.node.json'), 'utf8');
		const { alias } = JSON.parse(codex) as { alias: string[] };
		expect(alias).toEqual(expect.arrayContaining(['missed', 'failed', 'recover', 'outage']));
	});

	it('has exactly the fields of its items in its schema', () => {
		const schema = readFileSync(join(FOLDER, '__schema__/v1.0.0.json'), 'utf8');
		const { properties } = JSON.parse(schema) as { properties: object };
		const message = asFailedMessage({});
		const items = itemsOf(
			{
				messages: { givenUp: [message], reached: [message], growth: { before: 0, now: 1 } },
				changes: [
					{
						...{ webhookId: '1', url: 'https://n8n.example', change: 'disabled' },
						...{ switchedOn: true, advice: 'Unpublish it.' },
					},
				],
				bookings: [{}],
			},
			{ events: [...RECOVERY_EVENTS] } as unknown as RecoverySettings,
			0,
		);
		const told = new Set(items.flatMap(({ json }) => Object.keys(json)));
		expect(Object.keys(properties).sort()).toEqual([...told].sort());
		expect(items.map(({ json }) => json.event)).toEqual([...RECOVERY_EVENTS]);
	});
});
