import * as fc from 'fast-check';

import { isSameAddress, oneSpelling } from '../../../nodes/venueApi/address';
import { otherAddresses } from '../../attacks/configurations';

const NO_SLASH = 'abcXYZ019-._~!$&*+,;=:@%/ éü'.split('').filter((letter) => letter !== '/');

const segment = fc
	.string({ unit: fc.constantFrom(...NO_SLASH), minLength: 1, maxLength: 8 })
	.map(encodeURIComponent)
	.filter((text) => !/^\.+$/.test(text));
const parts = fc.record({
	host: fc.constantFrom('n8n.example', 'n8n.example:8443', 'xn--bcher-kva.example', '10.0.0.7'),
	path: fc.array(segment, { maxLength: 4 }),
	query: fc.constantFrom('', '?x=1', '?x=%2f'),
});
const address = parts.map(({ host, path, query }) => `https://${host}/${path.join('/')}${query}`);

const encodedAnyway = (text: string) =>
	text.replace(/%..|[\w.~-]/g, (letter) =>
		letter.startsWith('%') ? letter : `%${letter.charCodeAt(0).toString(16)}`,
	);

/** What URL libraries, gateways and people make of an address. */
const rewritings: Array<(address: string) => string> = [
	(text) => text.replace(/^https:/, 'HTTPS:'),
	(text) => text.replace(/\/\/[^/?#]+/, (host) => host.toUpperCase()),
	(text) => text.replace(/^(https:\/\/[^/:?#]+)\//, '$1:443/'),
	(text) => text.replace(/^([^?#]*[^/?#])(?=[?#]|$)/, '$1/'),
	(text) => text.replace(/^([^?#]*[^/?#])\/(?=[?#]|$)/, '$1'),
	(text) => text.replace(/%[0-9a-f]{2}/gi, (encoded) => encoded.toLowerCase()),
	(text) => text.replace(/(?<=^https:\/\/[^/?#]+\/)[^?/#]{2,}/, encodedAnyway),
	(text) => `${text}#here`,
];

/** How n8n finds the trigger: it decodes the path and drops a slash at its end. */
const servedAt = (text: string) => {
	const { origin, pathname } = new URL(text);
	return `${origin} ${decodeURIComponent(pathname).replace(/\/$/, '')}`;
};

describe('two addresses are the same', () => {
	it('however one of them is rewritten, also several times', () => {
		const some = fc.array(fc.constantFrom(...rewritings), { maxLength: 4 });
		fc.assert(
			fc.property(address, some, (text, applied) => {
				const rewritten = applied.reduce((before, rewrite) => rewrite(before), text);
				expect(oneSpelling(rewritten)).toBe(oneSpelling(text));
				expect(isSameAddress(rewritten, text)).toBe(true);
			}),
			{ numRuns: 500 },
		);
	});

	it('only if n8n takes both for the same', () => {
		const changes = [...'abXY0-./%?#=&;'].map((letter) => encodeURI(letter));
		fc.assert(
			fc.property(
				address,
				fc.nat(),
				fc.constantFrom(...changes),
				fc.boolean(),
				(text, at, letter, replace) => {
					const cut = 'https://n8n'.length + (at % text.length);
					const other = `${text.slice(0, cut)}${letter}${text.slice(replace ? cut + 1 : cut)}`;
					const isOne = URL.canParse(other) && isSameAddress(text, other);
					if (isOne) expect(servedAt(other)).toBe(servedAt(text));
				},
			),
			{ numRuns: 2_000 },
		);
	});

	it.each(otherAddresses)('but not if it may be another receiver: %s', (other) => {
		expect(isSameAddress('https://receiver.example/events', other)).toBe(false);
		expect(isSameAddress(other, 'https://receiver.example/events')).toBe(false);
	});

	it.each([undefined, null, '', 'no address', 7, ['https://receiver.example/events']])(
		'and never if one of them is none: %j',
		(other) => {
			expect(isSameAddress('https://receiver.example/events', other)).toBe(false);
			expect(isSameAddress(other, other)).toBe(false);
		},
	);
});
