import { until } from '../../n8n/fixtures/until';
import { letTheDateRun, moveTheDate, stopTheDate } from '../support/date';
import { Stage } from './support/stage';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

describe('a credential that changes while its trigger is published', () => {
	let stage: Stage;

	beforeEach(async () => {
		stopTheDate(Date.UTC(2026, 10, 21, 12));
		stage = await Stage.open({}, { webhookApiKey: 'first' });
		await stage.engine.activate(stage.trigger());
		expect(await statusOfNext()).toBe(200);
	});

	afterEach(async () => {
		letTheDateRun();
		await stage.close();
	});

	const statusOfNext = async () => {
		await stage.venue.emit({ type: 'Booking', eventType: 'Created' });
		return stage.venue.deliveries.at(-1)?.status;
	};

	it.each([
		['has another key', 401, async () => await change('second')],
		['is gone', 503, async () => await stage.engine.deleteCredential(stage.credential)],
	])(
		'that %s is noticed after the next delivery, which does not wait for it',
		async (_, status, happen) => {
			await happen();
			moveTheDate(11 * SECOND);
			expect(await statusOfNext()).toBe(200);
			await until(async () => (await statusOfNext()) === status);
		},
	);

	it('is read before the first delivery after a longer pause', async () => {
		await change('second');
		moveTheDate(5 * MINUTE);
		expect(await statusOfNext()).toBe(401);
	});

	const change = async (webhookApiKey: string) =>
		await stage.engine.updateCredential(stage.credential, { webhookApiKey });
});
