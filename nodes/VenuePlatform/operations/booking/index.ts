import type { Resource } from '../operation';
import { getAll } from './getAll';

export const booking: Resource = {
	option: { name: 'Booking', value: 'booking' },
	operations: [getAll],
};
