import type { Resource } from '../operation';
import { getFiles } from './getFiles';
import { query } from './query';
import { requestReport } from './request';
import { requestRevenueActivity } from './requestRevenueActivity';

export const bulkReport: Resource = {
	option: { name: 'Bulk Report', value: 'bulkReport' },
	operations: [query, requestReport, requestRevenueActivity, getFiles],
};
