import type { ICredentialDataDecryptedObject, IHttpRequestHelper } from 'n8n-workflow';
import { Unguarded } from './Unguarded.credentials';

/** Says itself why there is no token, so that n8n does not see the answer of the service. */
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
