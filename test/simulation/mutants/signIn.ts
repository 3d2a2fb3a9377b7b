import type { IAuthenticate, IHttpRequestOptions } from 'n8n-workflow';

import type { Swap } from '../core/freshModules';
import { around, method } from '../core/swaps';
import type { Mutant } from './mutant';

const GUARD = 'credentials/tokenGuard';
const CREDENTIAL = 'credentials/VenuePlatformApi.credentials';

const MINUTE_MS = 60_000;

interface Held {
	from: number;
	ms: number;
	failure: { concerns: string; message: string; description: string };
}

interface Remembered {
	own?: { value: string; obtainedAt: number };
	fates: Map<string, string>;
}

interface TokenAnswer {
	answer?: { status: number; isBroken: boolean };
}

type Sign = Extract<IAuthenticate, (...given: never[]) => unknown>;

/**
 * How the credential signs a request. It is a field of the credential, for n8n's HTTP Request node.
 */
function signing(
	by: (
		shipped: Sign,
		given: Parameters<Sign>,
		load: (module: string) => object,
	) => ReturnType<Sign>,
): Swap {
	return {
		module: CREDENTIAL,
		name: 'VenuePlatformApi',
		by: (
			shipped: new () => { authenticate: Sign },
			load: (module: string) => object,
		): typeof shipped =>
			class extends shipped {
				constructor() {
					super();
					const { authenticate } = this;
					this.authenticate = async (...given) => await by(authenticate, given, load);
				}
			},
	};
}

/** What goes wrong with tokens and secrets. */
export const SIGN_IN_MUTANTS: readonly Mutant[] = [
	{
		finding: 'S3: a token that had worked is renewed only after a minute',
		swaps: [
			method<Remembered, [boolean], Held | undefined>(
				GUARD,
				'AccountGuard',
				'holdFor',
				(shipped, given, { own, fates }, load) => {
					const held = shipped(...given);
					if (!own || fates.get(own.value) !== 'invalid') return held;
					const { longest } = load(GUARD) as { longest: (...holds: unknown[]) => Held | undefined };
					const failure = { concerns: 'account', message: 'It was refused', description: 'Wait' };
					return longest(held, { from: own.obtainedAt, ms: MINUTE_MS, failure });
				},
			),
		],
	},
	{
		finding: 'S4: each failed answer of n8n’s HTTP Request node costs a token',
		swaps: [
			method('credentials/tokenCheck', 'TokenChecks', 'verdict', async () => ({
				token: 'invalid',
			})),
		],
	},
	{
		finding: 'S4: n8n’s HTTP Request node sends what the venue has done once more',
		swaps: [
			signing(async (shipped, [credentials, request]) => {
				const { method: asked } = request;
				// It is signed before other code sees it.
				const signed = shipped(credentials, Object.assign(request, { method: 'GET' }));
				Object.assign(request, { method: asked });
				return Object.assign(await signed, { method: asked } as IHttpRequestOptions);
			}),
		],
	},
	{
		finding: 'S9: a wrong secret asks every minute for ever',
		swaps: [
			method<{ refusals: number }, [object], Held>(
				GUARD,
				'AccountGuard',
				'holdAfter',
				(shipped, given, self) => {
					self.refusals = 0;
					return shipped(...given);
				},
			),
		],
	},
	{
		finding: 'S17: a call without a token is sent',
		swaps: [
			signing(async (shipped, [credentials, request], load) => {
				const { TokenNeeded } = load('credentials/token') as {
					TokenNeeded: new () => Error;
				};
				try {
					return await shipped(credentials, request);
				} catch (reason) {
					if (!(reason instanceof TokenNeeded)) throw reason;
					return { ...request, headers: { ...request.headers, authorization: 'Bearer ' } };
				}
			}),
		],
	},
	{
		finding: 'N1: a token that came under way is shown where the venue echoes it',
		swaps: [around('nodes/venueApi/messages/redact', 'neverShow', () => undefined)],
	},
	{
		finding: 'N4: the beginning of a token is quoted from a sign-in that broke off',
		swaps: [
			around('credentials/tokenCall', 'callVenue', async (shipped, given) => {
				const result = (await shipped(...given)) as TokenAnswer;
				// Messages quote the text of other responses.
				if (result.answer?.isBroken) result.answer.status = 500;
				return result;
			}),
		],
	},
];
