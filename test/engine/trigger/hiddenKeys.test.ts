import { GRACE_MS } from '../../../nodes/VenuePlatformTrigger/registration/moves';
import type { Webhook } from '../../venue';
import { letTheClockRun, passTime, stopTheClock } from '../harness/time';
import { Stage } from './support/stage';

const isOn = ({ configuration }: Webhook) => configuration.enabled === true;

describe('at a venue that lists less of a configuration than it wants in each', () => {
	let stage: Stage;

	beforeEach(async () => {
		stage = await Stage.open({ profile: 'live', variations: { secretsInLists: false } });
	});

	afterEach(async () => {
		letTheClockRun();
		await stage.close();
	});

	const all = () => stage.venue.webhooks.all();

	/** Lists what is on record at this moment, with these fields in place of its own. */
	const listWith = (fields: object | undefined) => {
		stage.venue.faults.clear();
		if (fields === undefined) return;
		const listed = all().map(({ webhookId, configuration }) => {
			return { webhookId, configuration: { ...configuration, ...fields } };
		});
		const body = JSON.stringify(listed);
		stage.venue.faults.on('GET /webhooks', { kind: 'answer', status: 200, body });
	};

	it.each<[string, object | undefined]>([
		['nothing', undefined],
		['null', { authentication: null }],
		['{}', { authentication: {} }],
		['an empty key', { authentication: { apiKey: '' } }],
		['its kind alone', { authentication: { kind: 'apiKey' } }],
		['nothing, and none of the topics,', { authentication: undefined, webhooks: undefined }],
		['nothing, and null for the topics,', { authentication: null, webhooks: null }],
	])('switches off what it has to, where the list shows %s of it', async (_, shown) => {
		const listener = await stage.engine.listenForTestEvent(stage.trigger());
		const trigger = await stage.engine.activate(stage.trigger());
		listWith(shown);
		await listener.stop();
		const url = await trigger.url();
		expect(all().filter(isOn)).toMatchObject([{ configuration: { url } }]);

		// n8n was killed while it listened, and a second webhook came of a lost response.
		const [test, { configuration }] = all();
		stage.venue.webhooks.change(test.webhookId, { enabled: true });
		stage.venue.webhooks.create({ ...configuration });
		listWith(shown);
		await trigger.republish({});
		expect(all().filter(isOn)).toMatchObject([{ configuration: { url } }]);

		listWith(shown);
		stopTheClock();
		await trigger.deactivate();
		await passTime(2 * GRACE_MS);
		expect(all().filter(isOn)).toEqual([]);
	});
});
