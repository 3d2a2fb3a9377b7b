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

/** Our own code for an answer that went on and on. */
export const TOO_LARGE = 'TOO_LARGE';

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
	return !['', 'ENOTFOUND', TOO_LARGE].includes(fault.code) && !isCertificateFault(fault);
}

export function isCertificateFault(fault: Fault): boolean {
	return CERTIFICATE.test(fault.code);
}
