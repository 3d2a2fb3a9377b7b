import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { VenuePlatformApi } from '../../../credentials/VenuePlatformApi.credentials';
import { VenuePlatformTrigger } from '../../../nodes/VenuePlatformTrigger/VenuePlatformTrigger.node';

const { description } = new VenuePlatformTrigger();

const saved = (fields: INodeProperties[]) => fields.map((field) => [field.name, field.default]);
const field = (name: string) => description.properties.find((property) => property.name === name);
const values = (name: string) =>
	((field(name)?.options ?? []) as INodePropertyOptions[]).map(({ value }) => value);

describe('the trigger', () => {
	it('has the names and defaults that users save in their workflows', () => {
		expect([description.name, description.version]).toEqual(['venuePlatformTrigger', 1.1]);
		expect(saved(description.properties)).toEqual([
			['events', []],
			['authentication', 'apiKey'],
			['options', {}],
		]);
		expect(values('authentication')).toEqual(['apiKey', 'basicAuth']);
		expect(saved((field('options')?.options ?? []) as INodeProperties[])).toEqual([
			['additionalConfiguration', '{}'],
			['bookingInclude', []],
			['entityIdPath', ''],
			['includeRequest', false],
			['includeVenue', false],
			['skipOutdated', false],
		]);
	});

	it('shows no address to copy, and no tooltip on Trigger On', () => {
		expect(description.webhooks?.[0]).toMatchObject({ ndvHideUrl: true, ndvHideMethod: true });
		expect(field('events')?.description).toBeUndefined();
	});

	it('has one address', () => {
		expect(description.webhooks).toEqual([
			expect.objectContaining({ name: 'default', httpMethod: 'POST', path: 'venue-platform' }),
		]);
	});
});

describe('the credential', () => {
	it('has the names and defaults that users save', () => {
		const { name, displayName, properties } = new VenuePlatformApi();
		expect([name, displayName]).toEqual(['venuePlatformApi', 'Venue Platform API']);
		expect(saved(properties.filter(({ type }) => type !== 'hidden'))).toEqual([
			['baseUrl', ''],
			['clientId', ''],
			['clientSecret', ''],
			['webhookApiKey', ''],
			['webhookUsername', ''],
			['webhookPassword', ''],
			['requestsPerMinute', 600],
		]);
	});
});
