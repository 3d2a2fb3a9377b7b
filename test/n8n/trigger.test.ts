import axios from 'axios';
import * as fc from 'fast-check';

import { Attacker, brokenVenues, strangers } from '../attacks/deliveries';
import { billOf, EACH_ONCE } from './trigger/bill';
import { byMany, KEY, Theatre, TRIGGER } from './trigger/theatre';
import { until } from './until';

const START_WITHIN = 300_000;
const MINUTES = 60_000;
const SENDERS = 8;

describe('the trigger in a real n8n', () => {
	let theatre: Theatre;

	beforeAll(async () => {
		theatre = await Theatre.open({ mode: 'alone' });
	}, START_WITHIN);

	afterAll(async () => await theatre?.close(), START_WITHIN);

	beforeEach(async () => await theatre.invite());

	const resend = async (id: string) => await theatre.venue.messages.resend(id);

	it(
		'starts the workflow once for each message: copies at once, later, renamed, restarted',
		async () => {
			const nodes = [theatre.trigger('Bookings'), theatre.trigger('Everything')];
			const workflow = await theatre.publish(nodes);
			const ids = await theatre.messages(40);
			await byMany(SENDERS / 2, ids, async (id) => {
				await theatre.venue.messages.resend(id, { copies: 2, together: true });
			});
			await byMany(SENDERS, ids, resend);
			const renamed = nodes.map((node) => ({ ...node, name: `${node.name} of the venue` }));
			await theatre.publishChanged(workflow, renamed);
			await byMany(SENDERS, ids, resend);
			await theatre.lab.main.stop();
			await theatre.startAgain(renamed);
			await byMany(SENDERS, ids, resend);

			const started = await theatre.executions(workflow, ids.length);
			expect(ids).toHaveLength(80);
			// A copy that waits too long for the first, on a slow machine, is refused and sent again.
			const { missing, twice } = billOf(ids, started, theatre.venue);
			expect({ missing, twice }).toEqual({ missing: 0, twice: 0 });
		},
		4 * MINUTES,
	);

	it('has one configuration at the venue, which rests while the workflow is not published', async () => {
		const nodes = [theatre.trigger()];
		const workflow = await theatre.publish(nodes);
		const enabled = () =>
			theatre.configurationsFor(`${nodes[0].webhookId}/`).map((own) => own.enabled);
		expect(enabled()).toEqual([true]);
		await theatre.lab.workflows.unpublish(workflow);
		await until(() => enabled().every((isOn) => isOn === false));
		await theatre.publishChanged(workflow, nodes);
		expect(enabled()).toEqual([true]);
	});

	it(
		'turns strangers away and starts nothing for them',
		async () => {
			const trigger = theatre.trigger();
			const workflow = await theatre.publish([trigger]);
			const attacker = new Attacker(theatre.urlOf(trigger));
			const attacks = [...fc.sample(strangers(KEY), 60), ...fc.sample(brokenVenues(KEY), 60)];
			const statuses = new Set<number>();
			await byMany(SENDERS, attacks, async (attack) => {
				statuses.add((await attacker.send(attack)).status);
			});
			attacker.stop();
			expect([...statuses].sort()).toEqual([400, 401, 422]);

			const ids = await theatre.messages(1);
			await resend(ids[0]);
			expect(billOf(ids, await theatre.executions(workflow, 1), theatre.venue)).toEqual(EACH_ONCE);
		},
		MINUTES,
	);

	it(
		'says why it cannot be published, with the scope that is missing',
		async () => {
			const { venue, lab } = theatre;
			const { clientId, clientSecret } = venue.addCredentials({ scopes: ['Webhook_Get'] });
			const { baseUrl } = venue;
			const credential = await lab.credentials.create('venuePlatformApi', {
				baseUrl,
				clientId,
				clientSecret,
			});
			const workflow = await lab.workflows.create('Not allowed', [
				{ ...theatre.trigger(), credential },
			]);
			await expect(theatre.reasonAgainst(workflow)).resolves.toContain('Webhook_Create');
		},
		MINUTES,
	);

	it('shows its output before there is an event', async () => {
		const schema = `${theatre.lab.main.url}/schemas/${TRIGGER}/1.1.0.json`;
		const { data } = await axios.get<object>(schema, { proxy: false });
		expect(data).toMatchObject({ properties: { eventDate: { type: 'string' } } });
	});
});
