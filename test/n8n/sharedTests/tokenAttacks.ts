import { foreignAddresses } from '../../attacks/addresses';
import { selfSigned } from '../../attacks/certificate';
import { Eavesdropper } from '../../attacks/eavesdropper';
import { RecordingHost } from '../../attacks/recordingHost';
import { start } from '../fixtures/nodes';
import type { PackageFixture } from '../fixtures/packageFixture';
import type { StoredCredential } from '../lab/rest/credentials';

const HTTP_REQUEST = 'n8n-nodes-base.httpRequest';
const STATUSES = [301, 302, 303, 307, 308];
const TEN_MINUTES = 600_000;

interface Item {
	url: string;
	method?: string;
}

/** What a user sets in the node, whatever its name is in this version. */
interface Settings {
	version: number;
	sendsCredentials?: boolean;
	ignoresCertificates?: boolean;
	proxy?: string;
	pagination?: object;
}

/**
 * Tests the oldest and the newest HTTP Request node of this n8n against the promise of SECURITY.md.
 */
export function describeTokenAttacks(fixture: PackageFixture) {
	describeAttacks(fixture, (versions) => [versions[0], versions.at(-1)!]);
}

/** The same with all versions in between. */
export function describeAllTokenAttacks(fixture: PackageFixture) {
	describeAttacks(fixture, (versions) => versions);
}

function describeAttacks(fixture: PackageFixture, chosen: (versions: number[]) => number[]) {
	describe('the token in n8n’s own HTTP Request node', () => {
		let gateway: RecordingHost;
		let elsewhere: RecordingHost;
		let encrypted: RecordingHost;
		let versions: number[];

		beforeAll(async () => {
			elsewhere = await RecordingHost.open();
			encrypted = await RecordingHost.open({ certificate: selfSigned() });
			const types = await fixture.lab.session.call<
				Array<{ name: string; version: number | number[] }>
			>('GET', '/types/nodes.json');
			const offered = types
				.filter(({ name }) => name === HTTP_REQUEST)
				.flatMap(({ version }) => version)
				// The first version does not support credentials of services.
				.filter((version) => version > 1)
				.sort((one, other) => one - other);
			versions = chosen(offered);
		});

		afterAll(async () => {
			for (const host of [elsewhere, encrypted]) await host?.close();
		});

		beforeEach(async () => {
			gateway = await RecordingHost.open({ behind: fixture.venue.baseUrl });
			for (const host of [elsewhere, encrypted]) host.forget();
		});

		afterEach(async () => await gateway.close());

		const saveCredential = async (baseUrl = gateway.url()) =>
			await fixture.saveCredential({ ...fixture.credentialData(), baseUrl });

		/** Sends all items in one execution, and returns their results. */
		const sendAll = async (credential: StoredCredential, settings: Settings, items: Item[]) => {
			const all = JSON.stringify({ all: items.map((item) => ({ method: 'GET', ...item })) });
			const { lab } = fixture;
			const workflow = await lab.workflows.create('Token', [
				start,
				{
					name: 'All',
					type: 'n8n-nodes-base.set',
					typeVersion: 3.4,
					parameters: { mode: 'raw', jsonOutput: all, options: {} },
				},
				{
					name: 'Each',
					type: 'n8n-nodes-base.splitOut',
					parameters: { fieldToSplitOut: 'all', options: {} },
				},
				{
					name: 'Send',
					type: HTTP_REQUEST,
					typeVersion: settings.version,
					parameters: parametersOf(settings),
					credential,
					onError: 'continueRegularOutput',
				},
			]);
			const execution = await lab.executions.ended(
				await lab.workflows.run(workflow, start.name),
				TEN_MINUTES,
			);
			return { results: execution.items('Send'), saved: execution.saved };
		};

		const expectNowhereElse = () => {
			for (const host of [elsewhere, encrypted]) {
				expect(host.authorized).toEqual([]);
				expect(host.hasSeen('Bearer', token())).toBe(false);
			}
		};

		/** As the gateway of the venue has seen it. */
		const token = () => String(gateway.authorized[0].headers.authorization).replace(/^Bearer /, '');

		const redirectsTo = (address: (status: number) => string) =>
			STATUSES.flatMap((status) =>
				['GET', 'POST'].map((method) => ({
					method,
					url: gateway.redirect(status, address(status)),
				})),
			);

		it(
			'is not sent on with any redirect, which is followed: a download works without it',
			async () => {
				const credential = await saveCredential();
				const away = [
					...redirectsTo(() => `${elsewhere.url('localhost')}/files/host`),
					...redirectsTo(() => `${elsewhere.url()}/files/port`),
					...redirectsTo(() => `${encrypted.url()}/files/scheme`),
					...redirectsTo((status) => elsewhere.redirect(status, `${gateway.url()}/files/back`)),
				];
				for (const version of versions) {
					for (const sendsCredentials of [undefined, true]) {
						const settings = { version, sendsCredentials, ignoresCertificates: true };
						const { results, saved } = await sendAll(credential, settings, away);
						expect({ version, results }).toEqual({
							version,
							results: away.map(() => ({ file: expect.stringContaining('/files/') })),
						});
						expectNowhereElse();
						expect(saved).not.toContain(token());
					}
				}
				expect(elsewhere.received.length).toBe(versions.length * 2 * 30);
				expect(encrypted.received.length).toBe(versions.length * 2 * 10);
			},
			TEN_MINUTES,
		);

		it('is kept on a redirect within the venue', async () => {
			const credential = await saveCredential();
			const within = STATUSES.map((status) => ({ url: gateway.redirect(status, '/bookings') }));
			for (const version of [versions[0], versions.at(-1)!]) {
				const { results } = await sendAll(credential, { version }, within);
				expect(results.map((item) => Boolean(item.error))).not.toContain(true);
			}
			expect(fixture.venue.count('GET /bookings')).toBe(2 * STATUSES.length);
			expect(fixture.venue.count('POST /token')).toBe(1);
		});

		it('goes to no foreign host, however it is spelled, as URL and as the next page', async () => {
			const credential = await saveCredential();
			const hosts = {
				venue: new URL(gateway.url()).host,
				foreign: new URL(elsewhere.url('localhost')).host,
			};
			const spellings = Object.values(foreignAddresses(hosts)).flatMap(
				({ url, uri, baseURL, headers }) => ((uri ?? baseURL ?? headers) ? [] : [url ?? '']),
			);
			expect(spellings.length).toBeGreaterThan(30);
			// The node itself accepts no other beginning.
			const urls = spellings.filter((url) => /^https?:\/\//.test(url)).map((url) => ({ url }));
			const pages = spellings
				.filter((url) => url !== '')
				.map((next) => ({ url: `${gateway.url()}/files/1?next=${encodeURIComponent(next)}` }));
			const pagination = {
				paginationMode: 'responseContainsNextURL',
				nextURL: '={{ $response.body.next }}',
				paginationCompleteWhen: 'other',
				completeExpression: '={{ !$response.body.next }}',
				limitPagesFetched: true,
				maxRequests: 3,
			};
			for (const version of [versions[0], versions.at(-1)!]) {
				const settings = { version, sendsCredentials: true, ignoresCertificates: true };
				const { results } = await sendAll(credential, settings, urls);
				expect(results.filter(({ error }) => !error)).toEqual([]);
				if (version < 4) continue;
				const paged = await sendAll(credential, { ...settings, pagination }, pages);
				expect(paged.results.filter(({ error }) => !error)).toEqual([]);
				expect(gateway.authorized.length).toBeGreaterThanOrEqual(pages.length);
			}
			expect(elsewhere.received).toEqual([]);
			expect(encrypted.received).toEqual([]);
		});

		it('is not sent through a proxy that could read it, or to a host whose certificate is not checked', async () => {
			const secure = await RecordingHost.open({
				behind: fixture.venue.baseUrl,
				certificate: fixture.certificate,
			});
			const eavesdropper = await Eavesdropper.open();
			try {
				const credential = await saveCredential(secure.url());
				const { url: proxy } = eavesdropper;
				const bookings = [{ url: `${secure.url()}/bookings` }];
				for (const version of [versions[0], versions.at(-1)!]) {
					const good = await sendAll(credential, { version }, bookings);
					expect(good.results.map((item) => Boolean(item.error))).not.toContain(true);
					const looked = () => secure.received.filter(({ path }) => path === '/bookings').length;
					const seen = looked();
					for (const unsafe of [{ proxy }, {}]) {
						const settings = { version, ignoresCertificates: true, ...unsafe };
						const { results } = await sendAll(credential, settings, bookings);
						expect(JSON.stringify(results)).toContain('Turn off Ignore SSL Issues');
					}
					// If certificates are checked, the false venue behind the proxy gets no request.
					await sendAll(credential, { version, proxy }, bookings);
					expect(looked()).toBe(seen);
				}
				expect(eavesdropper.heard).toEqual([]);
			} finally {
				for (const host of [secure, eavesdropper]) await host.close();
			}
		});
	});
}

function parametersOf({ version, ...settings }: Settings): Record<string, unknown> {
	const common = {
		url: '={{ $json.url }}',
		authentication: 'predefinedCredentialType',
		nodeCredentialType: 'venuePlatformApi',
	};
	const proxy = settings.proxy && { proxy: settings.proxy };
	if (version < 3) {
		return {
			...common,
			requestMethod: '={{ $json.method }}',
			allowUnauthorizedCerts: settings.ignoresCertificates ?? false,
			options: { followRedirect: true, followAllRedirects: true, ...proxy },
		};
	}
	return {
		...common,
		method: '={{ $json.method }}',
		options: {
			redirect: { redirect: { followRedirects: true, maxRedirects: 21 } },
			allowUnauthorizedCerts: settings.ignoresCertificates ?? false,
			...(settings.sendsCredentials && { sendCredentialsOnCrossOriginRedirect: true }),
			...(settings.pagination && { pagination: { pagination: settings.pagination } }),
			...proxy,
		},
	};
}
