import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';

import { SimulatedApps } from './simulatedApps';

it('a call to a host that is not simulated is rejected and recorded', async () => {
	const apps = await SimulatedApps.start({ hosts: ['slack.com'], answer: () => ({}) });
	const path = 'elsewhere.example:443';
	const call = request(apps.environment.HTTPS_PROXY, { method: 'CONNECT', path }).end();
	const [{ statusCode }] = (await once(call, 'connect')) as [IncomingMessage];
	await apps.stop();
	expect(statusCode).toBe(502);
	expect(apps.strays).toEqual([`CONNECT ${path}`]);
});
