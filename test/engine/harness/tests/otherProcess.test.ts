import { startEngine, type Engine, type SavedCredential } from '../engine';
import { send } from '../triggers/deliverySender';
import { Caller } from '../samples/Caller.node';
import { SampleTrigger } from '../samples/SampleTrigger.node';
import { TokenService } from '../samples/tokenService';
import { Unguarded } from '../samples/Unguarded.credentials';

const samples = 'test/engine/harness/samples';

describe('a second process of the same n8n', () => {
	let engine: Engine;
	let service: TokenService;
	let credential: SavedCredential;

	beforeEach(async () => {
		service = await new TokenService('secret').start();
		engine = await startEngine({ credentialTypes: [Unguarded] });
		credential = await engine.saveCredential('unguarded', {
			baseUrl: service.url,
			secret: 'secret',
		});
	});

	afterEach(async () => {
		await engine.stop();
		await service.stop();
	});

	it('finds the token that the first has stored, and stores one for it', async () => {
		const other = await engine.startOtherProcess({
			credentialTypes: [`${samples}/Unguarded.credentials`],
		});
		const request = { source: `${samples}/Caller.node`, credentials: { unguarded: credential } };

		const first = await engine.execute({ node: Caller, credentials: { unguarded: credential } });
		const second = await other.execute(request);
		expect([first.status, second.status]).toEqual(['success', 'success']);
		expect(second.items[0][0].json).toEqual({ answer: { path: '/me' } });
		expect(service.tokenRequests).toBe(1);

		service.revoke('token-1');
		expect((await other.execute(request)).status).toBe('success');
		expect(await engine.readCredential(credential)).toMatchObject({ token: 'token-2' });
		expect(service.tokenRequests).toBe(2);
	}, 120_000);

	it('takes deliveries for the same workflows', async () => {
		const trigger = await engine.activate({ node: SampleTrigger });
		const other = await engine.startOtherProcess({ nodes: [`${samples}/SampleTrigger.node`] });
		const { pathname } = new URL(await trigger.url());
		const answer = await send(`${other.receiverUrl}${pathname}`, 'POST', { id: 'a' }, {});
		expect(answer.status).toBe(200);
		expect((await trigger.memory()).seen).toEqual(['a']);
	}, 120_000);
});
