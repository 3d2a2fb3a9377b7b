import { passTime, whileTimeMoves } from '../harness/time';
import { TimedN8n } from '../support/timedN8n';

it('a venue whose sign-in response is incomplete is asked again after a minute', async () => {
	const n8n = await TimedN8n.open();
	const { faults } = n8n.venue;
	const call = async () => await whileTimeMoves(n8n.call('/bookings'));
	faults.on('POST /token', { kind: 'answer', status: 200, body: '{"access_token": "abc' });
	expect((await call()).error?.message).toMatch(/sign-in does not work at the moment/);
	faults.clear();
	await passTime(60_000);
	expect((await call()).status).toBe('success');
	await n8n.close();
});
