import type { Resource } from '../operation';
import { check } from './check';
import { create } from './create';
import { getAll } from './getAll';
import { getSampleEvent } from './getSampleEvent';
import { update } from './update';

export const webhook: Resource = {
	option: { name: 'Webhook', value: 'webhook' },
	// The first one is the default, and it only reads.
	operations: [check, create, getAll, getSampleEvent, update],
};
