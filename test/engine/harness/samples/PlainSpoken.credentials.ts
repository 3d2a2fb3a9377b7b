import type { ICredentialDataDecryptedObject, IHttpRequestHelper } from 'n8n-workflow';
import { Unguarded } from './Unguarded.credentials';

/** Throws its own message if there is no token so that n8n does not see the service's response. */
export class PlainSpoken extends Unguarded {
	name = 'plainSpoken';

	async preAuthentication(this: IHttpRequestHelper, credentials: ICredentialDataDecryptedObject) {
		try {
			return await Unguarded.prototype.preAuthentication.call(this, credentials);
		} catch {
			throw new Error('The secret is wrong');
		}
	}
}
