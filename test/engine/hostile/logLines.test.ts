import { createHmac } from 'node:crypto';

import { VenuePlatformRecoveryTrigger } from '../../../nodes/VenuePlatformRecoveryTrigger/VenuePlatformRecoveryTrigger.node';
import type { Fault } from '../../venue';
import { letTheClockRun, passTime, stopTheClock, whileTimeMoves } from '../harness/time';
import { Stage } from '../trigger/support/stage';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const WEBHOOKS = 'GET /webhooks';
const API_KEY = 'a-webhook-key-0815';
const PASSWORD = 'päss word/0815?';
const CREDENTIAL = {
	webhookApiKey: API_KEY,
	webhookUsername: 'clerk',
	webhookPassword: PASSWORD,
};

/** What a venue was sent, or could know. */
const secretsOf = (clientSecret: string) => [
	...[clientSecret, API_KEY, PASSWORD],
	`vpk_${createHmac('sha256', clientSecret).update('b7c9f1d2-trigger/venue-platform').digest('base64url')}`,
	Buffer.from(`clerk:${PASSWORD}`).toString('base64'),
];

interface Scene {
	stage: Stage;
	/** A response that quotes secrets: those of another credential if its client secret is given. */
	says: (status: number, words: string, clientSecret?: string) => Fault;
}

const activate = async (stage: Stage) =>
	await whileTimeMoves(stage.engine.activate(stage.trigger()));

const poll = async ({ engine, credential }: Stage, events: string[]) => {
	const credentials = { venuePlatformApi: credential };
	const node = VenuePlatformRecoveryTrigger;
	return await whileTimeMoves(engine.activate({ node, parameters: { events }, credentials }));
};

/** What makes n8n log or save something about a venue, and what it then says. */
const TOLD: Record<string, [string, (scene: Scene) => Promise<unknown>]> = {
	'a publication without the topics that the venue does not know': [
		'does not accept the topics Ticket',
		async ({ stage, says }) => {
			stage.venue.faults.on('POST /webhooks', says(400, 'No topic ticket'), { times: 1 });
			await activate(stage);
		},
	],
	'a publication that the venue refuses': [
		'Nothing of it',
		async ({ stage, says }) => {
			stage.venue.faults.on('POST /webhooks', says(400, 'Nothing of it'));
			const refused = await activate(stage).catch(String);
			stage.engine.output.log('error', String(refused));
		},
	],
	'a webhook that cannot be switched off at the former venue': [
		'still sends events to',
		async ({ stage, says }) => {
			const trigger = await activate(stage);
			stage.venue.faults.on(WEBHOOKS, says(403, 'You sent'));
			await whileTimeMoves(trigger.deactivate());
			await passTime(5 * MINUTE);
		},
	],
	'two credentials for one venue, which then cannot be asked': [
		'may have stopped sending events to',
		async ({ stage, says }) => {
			const { engine, venue } = stage;
			const trigger = await activate(stage);
			const castle = venue.clients.add('castle');
			const data = { baseUrl: venue.baseUrl, ...castle, ...CREDENTIAL };
			const other = await engine.saveCredential('venuePlatformApi', data);
			venue.faults.on('PUT /webhooks/{webhookId}', { kind: 'delay', ms: 10 * SECOND });
			await whileTimeMoves(trigger.republish({ credentials: { venuePlatformApi: other } }));
			venue.faults.on(WEBHOOKS, says(403, 'You sent', castle.clientSecret));
			await passTime(MINUTE);
		},
	],
	'a restart of n8n while a recovery trigger sees a part of the lists': [
		'warn',
		async ({ stage }) => {
			const { venue } = stage;
			const poller = await poll(stage, ['final', 'switchedOff', 'booking']);
			const { clientSecret } = venue.credentials;
			const record = { uniqueId: clientSecret, webhookId: clientSecret, status: API_KEY };
			const list = { items: [record], total: 9, next: `/x?page=${clientSecret}` };
			const body = JSON.stringify(list);
			venue.faults.on('GET /**', { kind: 'answer', status: 200, body });
			await whileTimeMoves(poller.restart());
		},
	],
	'a poll that the venue refuses': [
		'Not for you',
		async ({ stage, says }) => {
			const poller = await poll(stage, ['final']);
			await passTime(15 * MINUTE);
			stage.venue.faults.on('GET /**', says(403, 'Not for you'));
			const { error } = await whileTimeMoves(poller.poll());
			expect(error?.message).toContain('Not for you');
		},
	],
	'a credential that cannot be read': [
		'cannot read its credential',
		async ({ stage }) => {
			const trigger = await activate(stage);
			await stage.engine.deleteCredential(stage.credential);
			for (const key of secretsOf(stage.venue.credentials.clientSecret)) {
				await whileTimeMoves(trigger.deliver({ id: '1' }, { 'x-api-key': key }));
			}
		},
	],
};

describe('what n8n logs and saves about a venue that quotes secrets', () => {
	afterEach(() => letTheClockRun());

	it.each(Object.entries(TOLD))(
		'has none of them: %s [security: no log line]',
		async (_, [line, happens]) => {
			const stage = await Stage.open({ venues: ['harbor', 'castle'] }, CREDENTIAL);
			stopTheClock();
			const own = stage.venue.credentials.clientSecret;
			const quoted = new Set(secretsOf(own));
			const says: Scene['says'] = (status, words, clientSecret = own) => {
				const secrets = secretsOf(clientSecret);
				for (const secret of secrets) quoted.add(secret);
				const body = JSON.stringify({ Message: `${words} <${secrets.join('> <')}>` });
				return { kind: 'answer', status, body };
			};
			await happens({ stage, says });
			const { output } = stage.engine;
			expect(output.lines.join('\n')).toContain(line);
			expect([...quoted].filter((secret) => output.lines.join().includes(secret))).toEqual([]);
			expect([...quoted].flatMap((secret) => output.mentions(secret))).toEqual([]);
			await stage.close();
		},
	);
});
