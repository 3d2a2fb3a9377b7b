import { join } from 'node:path';

import { bookingGet, httpRequest, type LookUpNode } from '../lookUps/nodes';
import { packSmall } from '../packages/smallPackage';

export interface Contender {
	name: string;
	credentialType: string;
	isOurs: boolean;
	node: LookUpNode;
}

/** A booking that is not found becomes an item, so the others are still returned. */
const goingOn =
	(node: LookUpNode): LookUpNode =>
	(...place) => ({ ...node(...place), onError: 'continueRegularOutput' });

export const CONTENDERS: Contender[] = [
	{
		name: 'Booking → Get',
		credentialType: 'venuePlatformApi',
		isOurs: true,
		node: goingOn(bookingGet),
	},
	{
		name: 'HTTP Request with this credential',
		credentialType: 'venuePlatformApi',
		isOurs: true,
		node: goingOn(httpRequest()),
	},
	{
		name: 'HTTP Request, credential without a guard',
		credentialType: 'unguardedApi',
		isOurs: false,
		node: goingOn(httpRequest()),
	},
];

export async function packUnguarded(folder: string): Promise<string> {
	return await packSmall(folder, 'n8n-nodes-unguarded', {
		credentials: [join(__dirname, 'UnguardedApi.credentials.js')],
	});
}
