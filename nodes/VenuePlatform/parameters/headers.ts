import { type IExecuteFunctions, NodeOperationError } from 'n8n-workflow';

import { jsonObjectOf } from './json';

const NAME = /^[!#$%&'*+.^_`|~0-9a-z-]+$/i;
/** What a header can hold: no line ends, and nothing beyond Latin letters. */
const VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;

/** What n8n and this node say themselves, and what makes another call of this one on its way. */
const RESERVED =
	/^(accept|authorization|connection|content-(length|type|encoding)|cookie|expect|forwarded|host|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade|x-credential-test|x-(forwarded|original|rewrite)-.*|x-(http-)?method(-override)?|x-real-ip)$/i;

/** Headers beside those that every request has. */
export function readHeaders(context: IExecuteFunctions, value: unknown): Record<string, string> {
	const given = Object.entries(jsonObjectOf(context, 'Headers', value));
	const refuse = (name: string, reason: string): never => {
		throw new NodeOperationError(context.getNode(), `“Headers” cannot be used: ${reason}`, {
			description: `Remove or correct “${name.slice(0, 60).replace(/\p{C}/gu, ' ')}”.`,
		});
	};
	return Object.fromEntries(
		given.map(([name, content]) => {
			if (!NAME.test(name)) refuse(name, 'a name in it is not one of a header');
			if (RESERVED.test(name)) refuse(name, 'it holds a header that the node sets itself');
			const isPlain = ['string', 'number', 'boolean'].includes(typeof content);
			if (!isPlain || !VALUE.test(String(content))) {
				refuse(name, 'a value in it is not a line of text');
			}
			return [name, String(content)];
		}),
	);
}
