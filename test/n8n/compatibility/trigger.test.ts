import { billOf, EACH_ONCE } from '../trigger/bill';
import { byMany, Theatre } from '../trigger/theatre';
import { promisedReleases } from './promisedReleases';

const MESSAGES = 32;
const SENDERS = 8;
const TEN_MINUTES = 600_000;

/** What n8n does between webhook() and its answer differs from version to version. */
describe.each(promisedReleases)('the memory of the trigger in n8n $n8n', (release) => {
	let theatre: Theatre;

	beforeAll(async () => {
		theatre = await Theatre.open({ mode: 'alone', release });
		await theatre.invite();
	}, TEN_MINUTES);

	afterAll(async () => await theatre?.close(), TEN_MINUTES);

	it(
		'holds what was emitted, at once and after a restart',
		async () => {
			const nodes = [theatre.trigger()];
			const workflow = await theatre.publish(nodes);
			const ids = await theatre.messages(MESSAGES);
			const send = async (copies: number) =>
				await byMany(SENDERS, ids, async (id) => {
					await theatre.venue.messages.resend(id, { copies, together: true });
				});
			await send(2);
			await theatre.lab.main.stop();
			await theatre.startAgain(nodes);
			await send(1);
			const started = await theatre.executions(workflow, ids.length);
			expect(billOf(ids, started, theatre.venue)).toEqual(EACH_ONCE);
		},
		TEN_MINUTES,
	);
});
