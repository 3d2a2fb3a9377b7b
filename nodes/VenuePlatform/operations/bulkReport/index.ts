import type { Resource } from '../operation';
import { getFiles } from './getFiles';
import { query } from './query';
import { request } from './request';
import { requestRevenueActivity } from './requestRevenueActivity';

export const bulkReport: Resource = {
	option: { name: 'Bulk Report', value: 'bulkReport' },
	operations: [query, request, requestRevenueActivity, getFiles],
};
