import { googleError, Quota } from './quota';
import type { AppAnswer, AppRequest, SimulatedApp } from './simulatedApps';

const MINUTE = 60_000;
const UNITS_A_MINUTE = 15_000;
const UNITS_OF_SEND = 100;

interface Mail {
	to: string;
	subject: string;
	text: string;
}

/**
 * Gmail's messages.send: 15,000 units a minute for a user, 100 for each mail.
 * https://developers.google.com/workspace/gmail/api/reference/quota
 */
export class Gmail implements SimulatedApp {
	/** The file endpoints of Google Drive are on the same host. */
	readonly hosts = ['www.googleapis.com'];
	readonly mails: Mail[] = [];

	/** Mails that are more than plain text to one recipient. */
	readonly interpreted: string[] = [];

	/** Addresses that Gmail rejects. */
	readonly refusedAddresses = new Set<string>();

	private readonly sends: Quota;

	constructor(now: () => number) {
		this.sends = new Quota(UNITS_A_MINUTE / UNITS_OF_SEND, MINUTE, now);
	}

	answer({ method, path, body }: AppRequest): AppAnswer | undefined {
		if (method !== 'POST' || path !== '/gmail/v1/users/me/messages/send') return undefined;
		const { raw } = JSON.parse(body.toString()) as { raw: string };
		const message = Buffer.from(raw, 'base64url').toString();
		const mail = parsed(message);
		if (this.refusedAddresses.has(mail.to)) {
			return googleError(400, 'INVALID_ARGUMENT', 'Invalid To header');
		}
		// https://developers.google.com/workspace/gmail/api/guides/handle-errors
		if (!this.sends.admits()) {
			return googleError(429, 'RESOURCE_EXHAUSTED', 'User-rate limit exceeded. Retry later.');
		}
		this.mails.push(mail);
		if (!isPlain(message) || /[,;\s]/.test(mail.to)) this.interpreted.push(message);
		const id = this.mails.length.toString(16).padStart(16, '0');
		return { json: { id, threadId: id, labelIds: ['SENT'] } };
	}
}

function isPlain(message: string): boolean {
	const [head] = message.split('\r\n\r\n');
	return !/^(Cc|Bcc):/im.test(head) && /^Content-Type: text\/plain/im.test(head);
}

function parsed(message: string): Mail {
	const [head, ...body] = message.split('\r\n\r\n');
	const header = (name: string) =>
		new RegExp(`^${name}: (.*(?:\r\n .*)*)`, 'm').exec(head)?.[1].replace(/\r\n /g, ' ') ?? '';
	const encoding = header('Content-Transfer-Encoding');
	const text = body.join('\r\n\r\n');
	const decoded = encoding === 'base64' ? Buffer.from(text, 'base64').toString() : plain(text);
	return {
		to: header('To').replace(/[<>]/g, ''),
		subject: unfolded(header('Subject')),
		text: decoded.replace(/\r\n/g, '\n').trimEnd(),
	};
}

/** https://www.rfc-editor.org/rfc/rfc2047: words with non-ASCII letters. */
const unfolded = (text: string) =>
	text.replace(/=\?UTF-8\?Q\?([^?]*)\?=/gi, (_, words: string) => plain(words.replace(/_/g, ' ')));

/** https://www.rfc-editor.org/rfc/rfc2045#section-6.7: quoted-printable. */
function plain(text: string): string {
	const joined = text.replace(/=\r\n/g, '');
	const bytes = joined.replace(/=([0-9A-F]{2})/g, (_, code: string) =>
		String.fromCharCode(Number.parseInt(code, 16)),
	);
	return /=[0-9A-F]{2}/.test(joined) ? Buffer.from(bytes, 'latin1').toString() : joined;
}
