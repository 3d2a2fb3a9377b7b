import { tallyOf, EACH_ONCE } from '../fixtures/deliveryTally';
import { inParallel } from '../fixtures/inParallel';
import { TriggerFixture } from '../fixtures/triggerFixture';
import { expectLiveForms } from '../sharedTests/liveForms';
import { supportedReleases } from './supportedReleases';

const MESSAGES = 32;
const SENDERS = 8;
const TEN_MINUTES = 600_000;

/** What n8n does between webhook() and its answer differs between versions. */
describe.each(supportedReleases)('the memory of the trigger in n8n $n8n', (release) => {
	let fixture: TriggerFixture;

	beforeAll(async () => {
		fixture = await TriggerFixture.start({ mode: 'regular', release });
		await fixture.startVenue();
	}, TEN_MINUTES);

	afterAll(async () => await fixture?.stop(), TEN_MINUTES);

	it(
		'holds what was emitted, also after a restart',
		async () => {
			const nodes = [fixture.trigger()];
			const workflow = await fixture.publish(nodes);
			const ids = await fixture.createMessages(MESSAGES);
			const send = async (copies: number) =>
				await inParallel(SENDERS, ids, async (id) => {
					await fixture.venue.messages.resend(id, { copies, together: true });
				});
			await send(2);
			await fixture.lab.main.stop();
			await fixture.startAgain(nodes);
			await send(1);
			const started = await fixture.executions(workflow, ids.length);
			expect(tallyOf(ids, started, fixture.venue)).toEqual(EACH_ONCE);
		},
		TEN_MINUTES,
	);

	it(
		'holds for messages in the forms of the live service',
		async () => {
			const trigger = fixture.trigger();
			const workflow = await fixture.publish([trigger]);
			await expectLiveForms(fixture, trigger, workflow);
		},
		TEN_MINUTES,
	);
});
