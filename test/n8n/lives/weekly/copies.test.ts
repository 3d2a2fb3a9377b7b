import { cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import axios from 'axios';

import type { SimulatedVenue } from '../../../venue';
import { ACTION_NODE, end, onDemand } from '../../fixtures/nodes';
import { packedPackage } from '../../fixtures/packedPackage';
import { until } from '../../fixtures/until';
import { type Lab, startLab } from '../../lab/lab';
import type { StoredCredential } from '../../lab/rest/credentials';
import type { WorkflowNode } from '../../lab/rest/workflows';
import { OwnAddress } from '../../recovery/ownAddress';
import { EACH_ONCE, messageIds, tallyOf } from '../../fixtures/tally';
import { askedAgain, LivesLab, type LivingWorkflow } from '../../fixtures/livesLab';

/** A trigger and its credential. */
interface Live {
	credential: StoredCredential;
	trigger: WorkflowNode;
}

const MINUTES = 60_000;
const WEBHOOKS = 'GET /webhooks';
/** Seven retries take longer than a start of n8n. */
const QUICK_RETRIES = { delivery: { firstRetrySeconds: 15, backoffFactor: 1 } };
const ADDRESS_OF_COPY = 'https://copy.venue.test';
const CHANGES = ['POST /webhooks', 'PUT /webhooks/{webhookId}'];

/** Where n8n keeps everything: database, encryption key and packages. */
const dataOf = ({ main }: Lab) => join(main.userFolder, '.n8n');

async function replaceData(to: Lab, data: string): Promise<void> {
	await rm(dataOf(to), { recursive: true, force: true });
	await cp(data, dataOf(to), { recursive: true });
}

describe('the page on self-hosting about moving, copies and backups', () => {
	let own: OwnAddress;
	let here: LivesLab;
	let otherMachine: Lab;
	let backup: string;
	let venue: SimulatedVenue;

	beforeAll(async () => {
		backup = await mkdtemp(join(tmpdir(), 'venue-platform-backup-'));
		own = await OwnAddress.open();
		const { environment } = own;
		here = await LivesLab.open({ mode: 'regular', environment });
		const config = await readFile(join(dataOf(here.n8n), 'config'), 'utf8');
		const { encryptionKey } = JSON.parse(config) as { encryptionKey: string };
		otherMachine = await startLab({
			mode: 'regular',
			tarball: packedPackage(),
			environment: { ...environment, N8N_ENCRYPTION_KEY: encryptionKey },
		});
		await otherMachine.main.stop();
	}, 10 * MINUTES);

	afterAll(async () => {
		await otherMachine?.stop();
		await here?.close();
		await own?.close();
		await rm(backup, { recursive: true, force: true });
	}, 5 * MINUTES);

	beforeEach(async () => {
		if (otherMachine.main.pid !== undefined) await otherMachine.main.stop();
		if (here.n8n.main.pid === undefined) await here.n8n.startAgain();
	}, 5 * MINUTES);

	/** A published trigger, and a recovery trigger in a workflow of its own. */
	const live = async () => {
		venue = await here.openVenue(QUICK_RETRIES);
		const credential = await here.credentialFor(venue);
		const trigger = here.trigger('Trigger', credential);
		own.lead(String(trigger.webhookId), { to: here.n8n.webhookUrl });
		const receiving = await here.publish('Receiving', [trigger]);
		const parameters = { events: ['final', 'switchedOff'], refetchBookings: false };
		const watching = await here.publish('Watching', [
			here.recovery('Watcher', credential, parameters),
		]);
		await askedAgain(venue, WEBHOOKS, 1);
		return { credential, trigger, receiving, watching };
	};

	/** Starts what is on the other machine now. */
	const startThere = async (settings: Record<string, string> = {}): Promise<LivesLab> => {
		await otherMachine.startAgain(settings);
		return await LivesLab.in(otherMachine);
	};

	const isOn = () => venue.webhooks.all().map(({ configuration }) => configuration.enabled);

	/** The IDs of the events that have started it. */
	const started = async (workflow: LivingWorkflow) =>
		(await workflow.items('Trigger')).map(({ id }) => String(id));

	const arrives = async (workflow: LivingWorkflow) => {
		const [{ id }] = await venue.emit({ type: 'Booking', eventType: 'Updated' });
		await until(async () => {
			await venue.clock.advance(0);
			return (await started(workflow)).includes(id);
		});
	};

	const again = async (workflow: LivingWorkflow, { credential, trigger }: Live) => {
		await workflow.unpublish();
		await workflow.publish([{ ...trigger, credential }]);
	};

	it(
		'to another machine with the same address: nothing has to be published again',
		async () => {
			const { trigger, receiving, watching } = await live();
			const given = [venue.messages.addFailed({ attempts: 7 }).id];
			await watching.untilItems('Watcher', 1);
			await here.n8n.main.stop();
			await replaceData(otherMachine, dataOf(here.n8n));
			const [waiting] = await venue.emit({ type: 'Booking', eventType: 'Created' });
			given.push(venue.messages.addFailed({ attempts: 7 }).id);

			venue.forgetRequests();
			const there = await startThere();
			// An n8n that is starting up answers deliveries itself.
			venue.receivers.map(here.n8n.publicOrigin, otherMachine.webhookUrl);
			await otherMachine.untilRouted(`${trigger.webhookId}/venue-platform`);
			const moved = there.workflow(receiving.stored);
			await arrives(moved);
			await until(async () => {
				await venue.clock.advance(0);
				return (await started(moved)).includes(waiting.id);
			});
			const watcher = there.workflow(watching.stored);
			await watcher.untilItems('Watcher', 2);
			await askedAgain(venue, WEBHOOKS, 2);
			const items = await watcher.items('Watcher');
			expect(tallyOf(given, messageIds(items))).toEqual(EACH_ONCE);
			expect(items).toHaveLength(2);
			expect(CHANGES.map((endpoint) => venue.count(endpoint))).toEqual([0, 0]);
			expect(isOn()).toEqual([true]);
		},
		10 * MINUTES,
	);

	it(
		'a copy for tests, with its own address and unpublished before its first start, leaves the webhook on [self-hosting: A copy for tests]',
		async () => {
			const { credential, trigger, receiving, watching } = await live();
			await here.n8n.main.stop();
			await replaceData(otherMachine, dataOf(here.n8n));
			await here.n8n.startAgain();
			const before = venue.webhooks.all().map(({ configuration }) => ({ ...configuration }));
			venue.forgetRequests();
			await otherMachine.main.run('unpublish:workflow', '--all');
			const there = await startThere({ N8N_WEBHOOK_URL: ADDRESS_OF_COPY });
			const copied = there.workflow(receiving.stored);
			expect(await otherMachine.workflows.read(copied.stored)).toMatchObject({ active: false });
			expect(CHANGES.map((endpoint) => venue.count(endpoint))).toEqual([0, 0]);

			const receivers = { [ADDRESS_OF_COPY]: otherMachine.webhookUrl };
			const playground = await here.openVenue({ receivers });
			const { baseUrl, credentials } = playground;
			await otherMachine.credentials.update(credential, { baseUrl, ...credentials });
			await copied.publish([trigger]);
			const isOnThere = () => playground.webhooks.all().map(({ configuration }) => configuration);
			const url = expect.stringContaining(`${ADDRESS_OF_COPY}/webhook/`) as string;
			expect(isOnThere()).toMatchObject([{ url, enabled: true }]);
			const sent = await playground.emit({ type: 'Booking', eventType: 'Created' });
			await copied.untilItems('Trigger', 1);
			expect(await started(copied)).toEqual(sent.map(({ id }) => id));
			await copied.unpublish();
			await until(() => isOnThere()[0].enabled === false);

			// Longer than n8n waits until it tells a venue that its workflow has left.
			await sleep(15_000);
			expect(venue.webhooks.all().map(({ configuration }) => configuration)).toEqual(before);
			await arrives(receiving);
			await askedAgain(venue, WEBHOOKS, 2);
			expect(await watching.items('Watcher')).toEqual([]);
		},
		10 * MINUTES,
	);

	it(
		'a backup that runs beside the original and unpublishes a workflow is reported within two polls',
		async () => {
			const living = await live();
			const { receiving, watching } = living;
			await here.n8n.main.stop();
			await replaceData(otherMachine, dataOf(here.n8n));
			await here.n8n.startAgain();
			await askedAgain(venue, WEBHOOKS, 2);
			const there = await startThere();
			expect(isOn()).toEqual([true]);
			await there.workflow(receiving.stored).unpublish();
			await until(() => isOn().join() === 'false');
			await otherMachine.main.stop();
			await askedAgain(venue, WEBHOOKS, 2);
			expect(await watching.items('Watcher')).toMatchObject([
				{ event: 'switchedOff', advice: expect.stringContaining('Another n8n') as string },
			]);
			await again(receiving, living);
			expect(isOn()).toEqual([true]);
			await arrives(receiving);
			await askedAgain(venue, WEBHOOKS, 2);
			expect(await watching.items('Watcher')).toHaveLength(1);
		},
		10 * MINUTES,
	);

	it(
		'a restored backup reports again what it has forgotten, and Check shows what is off',
		async () => {
			const living = await live();
			const { credential, trigger, receiving, watching } = living;
			const check = { resource: 'webhook', operation: 'check' };
			await here.publish('Check', [
				onDemand('check-webhooks'),
				{ name: 'Check', type: ACTION_NODE, parameters: check, credential },
			]);
			await here.n8n.untilRouted('check-webhooks');
			const states = async () => {
				const url = `${here.n8n.webhookUrl}/webhook/check-webhooks`;
				const { data } = await axios.post<Array<{ state: string }>>(url, {}, { proxy: false });
				return data.map(({ state }) => state);
			};
			await here.n8n.main.stop();
			await cp(dataOf(here.n8n), backup, { recursive: true });
			await here.n8n.startAgain();
			const { id } = venue.messages.addFailed({ attempts: 7 });
			expect(messageIds(await watching.untilItems('Watcher', 1))).toEqual([id]);
			await receiving.unpublish();
			await until(() => isOn().join() === 'false');

			await here.n8n.main.stop();
			await replaceData(here.n8n, backup);
			await here.n8n.startAgain();
			expect(messageIds(await watching.untilItems('Watcher', 1))).toEqual([id]);
			expect(await here.n8n.workflows.read(receiving.stored)).toMatchObject({ active: true });
			expect(await states()).toEqual(['disabled']);
			await again(receiving, living);
			await here.n8n.untilRouted(`${trigger.webhookId}/venue-platform`);
			expect(isOn()).toEqual([true]);
			await arrives(receiving);
			await askedAgain(venue, WEBHOOKS, 2);
			const items = await watching.items('Watcher');
			process.stdout.write(`after a backup was restored: ${JSON.stringify(items)}\n`);
			expect(tallyOf([id], messageIds(items))).toEqual(EACH_ONCE);
		},
		10 * MINUTES,
	);

	const placeholders = { username: '<webhookUsername>', password: '<webhookPassword>' };

	it.each([
		['Webhook API Key', {}, { webhookApiKey: 'old' }, { webhookApiKey: 'new' }],
		[
			'Webhook Password',
			{
				authentication: 'basicAuth',
				options: { additionalConfiguration: { authentication: placeholders } },
			},
			{ webhookUsername: 'venue', webhookPassword: 'old' },
			{ webhookUsername: 'venue', webhookPassword: 'new' },
		],
	])(
		'another %s: deliveries get 401 until the workflow is published again, then all arrive',
		async (_, parameters, before, after) => {
			venue = await here.openVenue(QUICK_RETRIES);
			const credential = await here.credentialFor(venue, before);
			const trigger = here.trigger('Trigger', credential, parameters);
			const workflow = await here.publish('Another key', [trigger]);
			await arrives(workflow);
			const { baseUrl, credentials } = venue;
			await here.n8n.credentials.update(credential, { baseUrl, ...credentials, ...after });
			// The trigger may accept one more delivery with what it has read before.
			const sent: string[] = [];
			await until(async () => {
				const [{ id }] = await venue.emit({ type: 'Booking', eventType: 'Updated' });
				sent.push(id);
				return venue.deliveries.at(-1)?.status === 401;
			});
			await again(workflow, { credential, trigger });
			await until(async () => {
				await venue.clock.advance(0);
				return tallyOf(sent, await started(workflow)).missing === 0;
			});
			expect(tallyOf(sent, (await started(workflow)).slice(1))).toEqual(EACH_ONCE);
			await workflow.unpublish();
		},
		5 * MINUTES,
	);

	it(
		'another name of the credential: items have it once a change of the workflow was published',
		async () => {
			venue = await here.openVenue();
			const credential = await here.credentialFor(venue);
			const trigger = here.trigger('Trigger', credential, { options: { includeVenue: true } });
			const workflow = await here.publish('Renamed', [trigger]);
			const names = async () => (await workflow.items('Trigger')).map(({ venue: name }) => name);
			await arrives(workflow);
			const renamed = { ...credential, name: 'Harbor' };
			const { baseUrl, credentials } = venue;
			await here.n8n.credentials.update(renamed, { baseUrl, ...credentials });
			await arrives(workflow);
			await again(workflow, { credential, trigger });
			await arrives(workflow);
			// n8n itself writes the new name into what it saves.
			await workflow.change([trigger, end]);
			await arrives(workflow);
			const { name } = credential;
			expect(await names()).toEqual([name, name, name, 'Harbor']);
			await workflow.unpublish();
		},
		5 * MINUTES,
	);
});
