import type { Session } from './session';

interface InstalledPackage {
	packageName: string;
	installedVersion: string;
	updateAvailable?: string;
}

/** Settings → Community nodes. */
export class CommunityPackages {
	constructor(private readonly session: Session) {}

	async list(): Promise<InstalledPackage[]> {
		return await this.session.call('GET', '/rest/community-packages');
	}

	async install(name: string): Promise<InstalledPackage> {
		return await this.session.call('POST', '/rest/community-packages', { name });
	}

	/** Updates to the newest version. */
	async update(name: string): Promise<InstalledPackage> {
		return await this.session.call('PATCH', '/rest/community-packages', { name });
	}

	async uninstall(name: string): Promise<void> {
		await this.session.call('DELETE', `/rest/community-packages?name=${name}`);
	}
}
