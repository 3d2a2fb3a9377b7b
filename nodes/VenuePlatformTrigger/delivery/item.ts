import type { IDataObject, INodeExecutionData, IWebhookFunctions } from 'n8n-workflow';

import { nameOfVenue } from '../../parameters/includeVenue';
import { itemRedactor, MASK } from '../../venueApi/messages/redact';
import { basicPairIn, isKeyHeader } from '../sender/deliveryAuth';
import type { TriggerSettings } from '../settings';
import type { Entity } from './entity';
import type { Message } from './message';

/** What the workflow starts with: the message as it was sent, and what the user wants to add. */
export async function itemOf(
	context: IWebhookFunctions,
	message: Message,
	{ authentication, entityIdPath, includeVenue, includeRequest }: TriggerSettings,
	entity: Entity | undefined,
): Promise<INodeExecutionData> {
	const headers = context.getHeaderData() as IDataObject;
	// A venue may quote its own webhook, with the key.
	const isOfVenue = authentication === 'basicAuth' ? isAuthorization : isKeyHeader;
	const hideSecrets = itemRedactor(secretsInHeaders(headers, isOfVenue));
	const json: IDataObject = { ...hideSecrets(message) };
	if (entity && entityIdPath === '') json.entityIdPath = entity.path;
	if (includeVenue && !Object.hasOwn(message, 'venue')) json.venue = nameOfVenue(context.getNode());
	if (!includeRequest) return { json };

	json.headers = headersToShow(headers);
	const { rawBody } = context.getRequestObject() as { rawBody?: Buffer };
	if (rawBody === undefined) return { json };
	const text = rawBody.toString('utf8');
	const shown = hideSecrets(text);
	// A signature covers bytes, so the text is only used if it gives the same bytes again, or if they
	// have to be hidden.
	if (shown !== text || Buffer.from(text, 'utf8').equals(rawBody)) {
		return { json: { ...json, rawBody: shown } };
	}
	const file = await context.helpers.prepareBinaryData(rawBody, 'body.json', 'application/json');
	return { json, binary: { rawBody: file } };
}

/** Shorter secrets are parts of ordinary words. */
const SHORTEST_SECRET = 6;

/** Every saved execution contains the output, and its readers must not be able to send events. */
function headersToShow(headers: IDataObject): IDataObject {
	const secrets = secretsInHeaders(headers, isSecretHeader);
	const isSecret = (text: string) =>
		secrets.some((secret) =>
			secret.length < SHORTEST_SECRET ? text === secret : text.includes(secret),
		);
	const shown = Object.entries(headers).map(([name, value]) => [
		name,
		isSecretHeader(name) || isSecret(String(value)) ? MASK : value,
	]);
	return Object.fromEntries(shown) as IDataObject;
}

/** With these the venue, or the user's browser, proves who it is. */
function isSecretHeader(name: string): boolean {
	return isKeyHeader(name) || isAuthorization(name) || /^(proxy-authorization|cookie)$/i.test(name);
}

function isAuthorization(name: string): boolean {
	return name.toLowerCase() === 'authorization';
}

function secretsInHeaders(headers: IDataObject, isSecret: (name: string) => boolean): string[] {
	return Object.entries(headers)
		.filter(([name]) => isSecret(name))
		.flatMap(([, value]) => secretsInHeader(value));
}

/** The key; for basic authentication, the whole header, the encoded pair and the password. */
function secretsInHeader(value: unknown): string[] {
	const text = String(value).trim();
	const pair = basicPairIn(text);
	if (pair === undefined) return readingsOf(Buffer.from(text, 'latin1'));
	const passwords = readingsOf(Buffer.from(pair, 'base64')).map(passwordIn);
	return [text, pair, ...passwords].filter((secret) => secret !== '');
}

/** Letters beyond ASCII come in either, and an event quotes them as they are. */
function readingsOf(bytes: Buffer): string[] {
	return [bytes.toString('utf8'), bytes.toString('latin1')].filter((text) => text !== '');
}

function passwordIn(login: string): string {
	return login.split(':').slice(1).join(':');
}
