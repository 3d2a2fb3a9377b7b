import { repack } from '../../n8n/lab/package/repack';

const NAME = 'n8n-nodes-venue-platform-earlier';

export const EARLIER_TRIGGER = `${NAME}.venuePlatformTrigger`;

/** Another version of the package, under another name so that both can be in one n8n. */
export async function packUnderAnotherName(tarball: string, folder: string): Promise<string> {
	return await repack(tarball, folder, { name: NAME });
}
