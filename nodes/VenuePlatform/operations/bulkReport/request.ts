import { inHours, LIMITS } from '../../../venueApi/limits';
import { BULK_REPORT } from '../../../venueApi/resources/reports';
import type { Operation } from '../operation';
import { exportRequest } from './exportRequest';

export const requestReport: Operation = {
	option: {
		name: 'Request',
		value: 'request',
		action: 'Request bulk report',
		description: `Have the venue export a data set, each at most once in about ${inHours(LIMITS.bulkReport.cooldownMs)} hours. Bulk Export events deliver the files.`,
	},
	...exportRequest(BULK_REPORT, 'Which data set to export'),
};
