import * as fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

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

	it('are veiled, and everything else is passed through', () => {
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

	it('do not come out, however deep they lie', () => {
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
