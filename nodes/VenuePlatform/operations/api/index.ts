import type { Resource } from '../operation';
import { call } from './call';

export const api: Resource = {
	option: { name: 'API', value: 'api' },
	operations: [call],
};
