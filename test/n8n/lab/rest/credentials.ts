import type { Session } from './session';

export interface StoredCredential {
	id: string;
	name: string;
	type: string;
}

export type CredentialData = Record<string, string | number | boolean>;

interface TestResult {
	status: 'OK' | 'Error';
	message: string;
}

export class Credentials {
	constructor(private readonly session: Session) {}

	async create(type: string, data: CredentialData, name = `${type} of the lab`) {
		return await this.session.call<StoredCredential>('POST', '/rest/credentials', {
			name,
			type,
			data,
		});
	}

	async update({ id, name, type }: StoredCredential, data: CredentialData): Promise<void> {
		await this.session.call('PATCH', `/rest/credentials/${id}`, { id, name, type, data });
	}

	/** The test that the credential dialog runs each time it is opened or saved. */
	async test({ id, name, type }: StoredCredential, data: CredentialData): Promise<TestResult> {
		return await this.session.call<TestResult>('POST', '/rest/credentials/test', {
			credentials: { id, name, type, data },
		});
	}
}
