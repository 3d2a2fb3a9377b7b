import { setTimeout as sleep } from 'node:timers/promises';

import { isApp, readExample } from '../../examples/examples';
import { imported, isOurs } from '../../examples/imported';
import { Credentials, type StoredCredential } from '../../n8n/lab/rest/credentials';
import { Session } from '../../n8n/lab/rest/session';
import { Workflows, type StoredWorkflow } from '../../n8n/lab/rest/workflows';
import type { SimulatedVenue } from '../../venue';
import { UserFacingError } from '../cli/userFacingError';

const CREDENTIAL_TYPE = 'venuePlatformApi';
/** Examples that only need a venue to show something. */
const EXAMPLES = ['office/new-bookings', 'safety/failed-deliveries', 'office/nightly-report'];
/** Creates the data table in which the example keeps events. */
const SET_UP = 'Set Up Once';
const REGISTERED_WITHIN_MS = 60_000;
const POLL_MS = 100;

export const owner = { email: 'demo@n8n.venue.test', firstName: 'Demo', lastName: 'Owner' };

export async function logIn(url: string, password: string): Promise<Session> {
	const session = new Session(url);
	try {
		await session.logIn({ ...owner, password });
	} catch {
		throw new UserFacingError(
			'The demo cannot log in to its n8n any more. Was the password changed? Start over: npm run demo -- --reset',
		);
	}
	return session;
}

/** Creates the credential and some examples, and publishes them. Their apps are disabled. */
export async function seedN8n(
	session: Session,
	venue: SimulatedVenue,
	examples: string,
): Promise<StoredCredential> {
	const credential = await new Credentials(session).create(
		CREDENTIAL_TYPE,
		credentialOf(venue),
		'The simulated venue',
	);
	const workflows = new Workflows(session);
	let triggers = 0;
	for (const name of EXAMPLES) {
		const example = readExample(name, examples);
		const workflow = imported(
			{ ...example, nodes: example.nodes.map((node) => ({ ...node, disabled: isApp(node) })) },
			(node) => (isOurs(node) ? credential : undefined),
		);
		triggers += workflow.nodes.filter((node) => 'webhookId' in node).length;
		const stored = await session.call<StoredWorkflow>('POST', '/rest/workflows', workflow);
		if (workflow.nodes.some((node) => node.name === SET_UP)) await workflows.run(stored, SET_UP);
		await workflows.publish(stored);
	}
	await untilRegistered(venue, triggers);
	return credential;
}

/** n8n reports that a workflow is published before the venue has its webhook. */
async function untilRegistered({ webhooks }: SimulatedVenue, triggers: number): Promise<void> {
	const giveUpAt = Date.now() + REGISTERED_WITHIN_MS;
	while (webhooks.all().length < triggers) {
		if (Date.now() > giveUpAt) throw new Error('The workflows did not register at the venue');
		await sleep(POLL_MS);
	}
}

/** The venue may have another port than last time. */
export async function refreshCredential(
	session: Session,
	venue: SimulatedVenue,
	credential: StoredCredential,
): Promise<void> {
	try {
		await new Credentials(session).update(credential, credentialOf(venue));
	} catch {
		throw new UserFacingError(
			'The demo’s credential is no longer in its n8n. Start over: npm run demo -- --reset',
		);
	}
}

function credentialOf({ baseUrl, clients, credentials }: SimulatedVenue) {
	const clientSecret = clients.find(credentials.clientId)?.clientSecret ?? '';
	return { baseUrl, clientId: credentials.clientId, clientSecret };
}
