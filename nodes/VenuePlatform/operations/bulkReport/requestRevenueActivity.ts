import { inHours, LIMITS } from '../../../venueApi/limits';
import { REVENUE_ACTIVITY } from '../../../venueApi/resources/reports';
import type { Operation } from '../operation';
import { exportRequest } from './exportRequest';

export const requestRevenueActivity: Operation = {
	option: {
		name: 'Request Revenue Activity',
		value: 'requestRevenueActivity',
		action: 'Request revenue activity',
		description: `Have the venue export its revenue activity. After several requests in a short time the venue pauses this for ${inHours(LIMITS.revenueActivity.cooldownMs)} hours.`,
	},
	...exportRequest(REVENUE_ACTIVITY, 'What to export'),
};
