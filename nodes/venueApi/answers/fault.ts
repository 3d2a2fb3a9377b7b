/** The connection failed: there is no response, or not all of it. */
export interface Fault {
	/** The code of Node.js or axios, such as ECONNRESET. */
	code: string;
	/** What n8n says if it stopped the request itself. */
	text: string;
	/** The request cannot have reached the venue, so repeating it is safe whatever it does. */
	neverLeft: boolean;
}

/** Our own code for a response that stopped arriving. */
export const STALLED = 'STALLED';

/** Our own code for a response that broke off after it had begun, or that cannot be unpacked. */
export const BROKE_OFF = 'BROKE_OFF';

/** The code of axios for a response that did not begin in time. */
const TOO_LATE = 'ECONNABORTED';

/** Our own code for a response that takes more memory than one may. */
export const TOO_LARGE = 'TOO_LARGE';

/** Our own code for a response that takes more memory than the others have left. */
export const CROWDED = 'CROWDED';

/** Node.js limits the size of headers, to a value that depends on how it was started. */
const HEADERS_TOO_LONG = 'HPE_HEADER_OVERFLOW';

const NEVER_LEFT = new Set([
	'ECONNREFUSED',
	'ENOTFOUND',
	'EAI_AGAIN',
	'EHOSTUNREACH',
	'ENETUNREACH',
	'ENETDOWN',
]);

/**
 * Codes of Node.js: https://nodejs.org/api/tls.html#x509-certificate-error-codes. EPROTO comes if the
 * other side does not speak TLS at all.
 */
const CERTIFICATE =
	/^EPROTO$|CERT|CRL|SSL|TLS|ISSUER|ALTNAME|LEAF_SIGNATURE|INVALID_(CA|PURPOSE)|PATH_LENGTH|HOSTNAME_MISMATCH/;

export function faultOf(code: string, text: string): Fault {
	return { code, text, neverLeft: NEVER_LEFT.has(code) };
}

/** A retry does not help with a wrong name, a bad certificate, a refusal by n8n or a huge response. */
export function isWorthRepeating(fault: Fault): boolean {
	const isFinal = ['', 'ENOTFOUND', TOO_LARGE, CROWDED, HEADERS_TOO_LONG].includes(fault.code);
	return !isFinal && !isCertificateFault(fault);
}

/** The request was sent, and nothing came back for as long as we waited. */
export function isTooLate(fault: Fault): boolean {
	return fault.code === TOO_LATE;
}

export function hasUnreadableHeaders(fault: Fault): boolean {
	return fault.code === HEADERS_TOO_LONG;
}

export function isCertificateFault(fault: Fault): boolean {
	return CERTIFICATE.test(fault.code);
}
