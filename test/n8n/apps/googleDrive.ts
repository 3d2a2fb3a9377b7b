import { googleError, Quota } from './quota';
import type { AppAnswer, AppRequest, SimulatedApp } from './simulatedApps';

const MINUTE = 60_000;
const QUERIES_A_MINUTE = 12_000;

interface DriveFile {
	id: string;
	name: string;
	content: string;
}

/**
 * Google Drive's files: 12,000 queries a minute for a user, and 403 above that. Two files may have
 * the same name. https://developers.google.com/workspace/drive/api/guides/limits
 */
export class GoogleDrive implements SimulatedApp {
	readonly hosts = ['www.googleapis.com'];
	readonly files: DriveFile[] = [];

	private readonly queries: Quota;

	constructor(now: () => number) {
		this.queries = new Quota(QUERIES_A_MINUTE, MINUTE, now);
	}

	answer({ method, path, headers, body }: AppRequest): AppAnswer | undefined {
		if (!/^\/(upload\/)?drive\//.test(path)) return undefined;
		if (!this.queries.admits()) {
			return googleError(403, 'PERMISSION_DENIED', 'User rate limit exceeded.');
		}
		if (method === 'POST' && path === '/upload/drive/v3/files') {
			return { json: { id: this.upload(String(headers['content-type']), body.toString()) } };
		}
		const file = this.files.find(({ id }) => path === `/drive/v3/files/${id}`);
		if (method !== 'PATCH') return undefined;
		if (!file) return googleError(404, 'NOT_FOUND', 'File not found.');
		Object.assign(file, JSON.parse(body.toString() || '{}'));
		return { json: { id: file.id, name: file.name } };
	}

	/** https://developers.google.com/workspace/drive/api/guides/manage-uploads#multipart */
	private upload(contentType: string, body: string): string {
		const boundary = /boundary=(\S+)/.exec(contentType)?.[1] ?? '';
		const [, , data] = body.split(`--${boundary}`);
		const content = data.slice(data.indexOf('\r\n\r\n') + 4, -2);
		const id = `file-${this.files.length + 1}`;
		this.files.push({ id, name: 'Untitled', content });
		return id;
	}
}
