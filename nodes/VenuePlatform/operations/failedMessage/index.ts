import type { Resource } from '../operation';
import { getAll } from './getAll';
import { recover } from './recover';

export const failedMessage: Resource = {
	option: { name: 'Failed Message', value: 'failedMessage' },
	operations: [getAll, recover],
};
