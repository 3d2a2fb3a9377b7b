import type { Resource } from '../operation';
import { get } from './get';
import { getAll } from './getAll';

export const booking: Resource = {
	option: { name: 'Booking', value: 'booking' },
	operations: [get, getAll],
};
