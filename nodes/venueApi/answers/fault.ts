/** The connection did not do its work: there is no answer, or not all of it. */
export interface Fault {
	/** The code of Node.js or axios, such as ECONNRESET. */
	code: string;
	/** What n8n says where it stopped the request itself. */
	text: string;
	/** The request cannot have reached the venue, so that repeating it is safe whatever it does. */
	neverLeft: boolean;
}

/** Our own code for an answer that stopped coming. */
export const STALLED = 'STALLED';

/** Our own code for an answer that takes more memory than one may. */
export const TOO_LARGE = 'TOO_LARGE';

/** Our own code for an answer that would take more memory than others have left. */
export const CROWDED = 'CROWDED';

/** Node.js takes only so much of them, which depends on how it was started. */
const HEADERS_TOO_LONG = 'HPE_HEADER_OVERFLOW';

const NEVER_LEFT = new Set([
	'ECONNREFUSED',
	'ENOTFOUND',
	'EAI_AGAIN',
	'EHOSTUNREACH',
	'ENETUNREACH',
	'ENETDOWN',
]);

const CERTIFICATE = /CERT|SSL|TLS|SELF_SIGNED|ISSUER|ALTNAME/;

export function faultOf(code: string, text: string): Fault {
	return { code, text, neverLeft: NEVER_LEFT.has(code) };
}

/** A wrong name, a bad certificate, a veto of n8n or a huge answer do not get better by trying again. */
export function isWorthRepeating(fault: Fault): boolean {
	const isFinal = ['', 'ENOTFOUND', TOO_LARGE, CROWDED, HEADERS_TOO_LONG].includes(fault.code);
	return !isFinal && !isCertificateFault(fault);
}

export function hasUnreadableHeaders(fault: Fault): boolean {
	return fault.code === HEADERS_TOO_LONG;
}

export function isCertificateFault(fault: Fault): boolean {
	return CERTIFICATE.test(fault.code);
}
