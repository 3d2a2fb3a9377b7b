import { bookingGet, httpRequest, type LookUpNode } from '../lookUps/nodes';

export interface Contender {
	name: string;
	credentialType: string;
	node: LookUpNode;
}

export const ours: Contender = {
	name: 'Booking → Get',
	credentialType: 'venuePlatformApi',
	node: bookingGet,
};

export const unguarded: Contender = {
	name: 'HTTP Request and a credential that only fetches tokens',
	credentialType: 'unguardedApi',
	node: httpRequest(),
};
