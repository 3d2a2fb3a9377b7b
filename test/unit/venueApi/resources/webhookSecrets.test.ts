import * as fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import { HIDDEN, unusualConfigurations } from '../../../attacks/configurations';
import { derivedKey } from '../../../../nodes/venueApi/resources/triggerKeys';
import { secretsIn, withoutSecrets } from '../../../../nodes/venueApi/resources/webhookSecrets';

const configuration: IDataObject = {
	url: 'https://receiver.example',
	enabled: true,
	authentication: {
		apiKey: 'key-1',
		basic: { username: 'clerk', password: 'pass-2' },
		includeSignature: true,
		other: ['hidden-3', 4711],
	},
	signature: { secret: { value: 'sign-4' } },
	webhooks: { redemption: { events: ['Created'], include: { multiPass: 'yes' } } },
};

describe('the secrets of a webhook configuration', () => {
	it('are found wherever the venue may keep them', () => {
		expect(secretsIn(configuration)).toEqual(['key-1', 'pass-2', 'hidden-3', '4711', 'sign-4']);
	});

	it('are masked, while everything else is kept', () => {
		expect(withoutSecrets(configuration)).toEqual({
			...configuration,
			authentication: {
				apiKey: '•••',
				basic: { username: 'clerk', password: '•••' },
				includeSignature: true,
				other: ['•••', '•••'],
			},
			signature: { secret: { value: '•••' } },
		});
	});

	it.each(unusualConfigurations)(
		'are masked under unusual names: %j [security: name of the field]',
		(unusual) => {
			const whole = { url: 'https://receiver.example', ...unusual } as IDataObject;
			expect(JSON.stringify(withoutSecrets(whole))).not.toContain(HIDDEN);
		},
	);

	it.each(['name', 'key', 'header'])('are masked beside the %s of a header', (name) => {
		const headers = [
			{ [name]: 'x-api-key', value: 'hidden-1' },
			{ [name]: 'Content-Type', value: 'application/json' },
		];
		const shown = withoutSecrets({ headers });
		expect(secretsIn({ headers })).toContain('hidden-1');
		expect(shown.headers.map(({ value }) => value)).toEqual(['•••', 'application/json']);
	});

	it.each([HIDDEN, derivedKey('client-secret', 'b7c9f1d2/venue-platform')])(
		'are masked anywhere if the credential contains or derives them: %s',
		(secret) => {
			const whole = {
				url: 'https://n8n.example/webhook/b7c9f1d2/venue-platform',
				name: secret,
				authentication: { name: secret, type: `kind of ${secret}` },
				list: [{ note: `It is ${encodeURIComponent(secret)}.` }],
			};
			const shown = withoutSecrets(whole, ['client-secret', HIDDEN]);
			expect(JSON.stringify(shown)).not.toContain(secret);
			expect(shown.url).toBe(whole.url);
		},
	);

	it('are masked a second time if the same text is next to them', () => {
		const whole = { name: 'a-key-0815', authentication: { apiKey: 'a-key-0815', type: 'apiKey' } };
		expect(withoutSecrets(whole)).toEqual({
			name: '•••',
			authentication: { apiKey: '•••', type: 'apiKey' },
		});
	});

	it('are removed from an answer of any form, together with the keys derived for its addresses', () => {
		const url = 'https://n8n.example/webhook/some-trigger/venue-platform';
		const derived = derivedKey('client-secret', 'some-trigger/venue-platform');
		const webhook = { webhookId: 7, configuration: { url, note: `x ${derived}` }, apiKey: HIDDEN };
		for (const answer of [
			webhook,
			[webhook],
			{ items: [webhook] },
			{ data: { list: [webhook] } },
		]) {
			const shown = JSON.stringify(withoutSecrets(answer, ['client-secret']));
			expect(shown).toContain('some-trigger');
			expect(shown).not.toContain(HIDDEN);
			expect(shown).not.toContain(derived);
		}
		expect(withoutSecrets('text')).toBe('text');
	});

	it('are masked at any depth', () => {
		const text = fc.stringMatching(/^[a-z]{12}$/);
		const nested = fc.letrec<{ value: unknown }>((tie) => ({
			value: fc.oneof(
				{ maxDepth: 4 },
				text,
				fc.array(tie('value'), { maxLength: 3 }),
				fc.dictionary(fc.constantFrom('apiKey', 'basic', 'value'), tie('value')),
			),
		})).value;
		fc.assert(
			fc.property(nested, (authentication) => {
				const whole = { authentication } as IDataObject;
				const shown = JSON.stringify(withoutSecrets(whole));
				for (const secret of secretsIn(whole)) expect(shown).not.toContain(secret);
				if (typeof authentication === 'string') return;
				expect(shown.replace(/authentication|apiKey|basic|value/g, '')).not.toMatch(/[a-z]/);
			}),
		);
	});
});

it('a field of the credential that is empty hides no empty text', () => {
	const answer = { description: '', name: 'Desk' };
	expect(withoutSecrets(answer, ['a client secret', ''])).toEqual(answer);
});
