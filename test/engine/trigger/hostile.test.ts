import { createHmac } from 'node:crypto';
import * as fc from 'fast-check';

import {
	Attacker,
	malformed,
	envelope,
	oddObjects,
	unauthenticated,
	wellFormed,
} from '../../attacks/deliveries';
import type { ActiveTrigger } from '../harness/triggers/activeTrigger';
import { byMany, Stage } from './support/stage';

const GOOD = 50;

describe('deliveries that the venue would never send', () => {
	let stage: Stage;
	let attacker: Attacker;

	afterEach(async () => {
		attacker.stop();
		await stage.close();
	});

	const attack = async (trigger: ActiveTrigger) => {
		const url = await trigger.url();
		attacker = new Attacker(url.replace(stage.engine.publicUrl, stage.engine.receiverUrl));
	};

	it('start nothing, break nothing, and do not disturb the good ones between them [readme: Only your venue] [reliability: Only the venue can] [security: starts nothing; forget or skip]', async () => {
		stage = await Stage.open();
		const trigger = await stage.engine.activate(stage.trigger());
		await attack(trigger);
		const hmac = createHmac('sha256', stage.venue.credentials.clientSecret);
		const key = `vpk_${hmac.update('b7c9f1d2-trigger/venue-platform').digest('base64url')}`;

		const attacks = [...fc.sample(unauthenticated(key), 600), ...fc.sample(malformed(key), 400)];
		const statuses = new Set<number>();
		await Promise.all([
			byMany(40, attacks, async (one) => {
				const { status, answer } = await attacker.send(one);
				statuses.add(status);
				expect(answer).not.toContain(key);
			}),
			byMany(1, [...Array(GOOD).keys()], async () => {
				await stage.venue.emit({ type: 'Booking', eventType: 'Created' });
			}),
		]);
		expect([...statuses].sort()).toEqual([400, 401, 422]);
		expect(stage.venue.deliveries.map(({ status }) => status)).toEqual(Array(GOOD).fill(200));
		expect(await trigger.executions()).toHaveLength(GOOD);
		expect(await trigger.emitted()).toHaveLength(GOOD);
	}, 60_000);

	it('are accepted with any content type if they are authenticated', async () => {
		stage = await Stage.open({}, { webhookApiKey: 'the key' });
		const trigger = await stage.engine.activate(stage.trigger());
		await attack(trigger);
		const types = [
			'application/json',
			'text/json',
			'application/vnd.venue+json',
			'application/x-www-form-urlencoded',
			'text/plain',
		];
		for (const type of types) {
			const headers = { 'x-api-key': 'the key', 'content-type': type };
			const body = JSON.stringify({ ...envelope, id: type });
			expect([type, (await attacker.send({ headers, body })).status]).toEqual([type, 200]);
		}
		expect((await trigger.emitted()).map(({ json }) => json)).toEqual(
			types.map((id) => ({ ...envelope, id })),
		);
	});

	it('are accepted in any form if they are JSON objects, each once', async () => {
		stage = await Stage.open({}, { webhookApiKey: 'the key' });
		const trigger = await stage.engine.activate(stage.trigger());
		await attack(trigger);
		for (let copy = 0; copy < 2; copy++) {
			for (const body of oddObjects) {
				const { status } = await attacker.send({ headers: { 'x-api-key': 'the key' }, body });
				expect([body.slice(0, 80), status]).toEqual([body.slice(0, 80), 200]);
			}
		}
		const emitted = await trigger.emitted();
		expect(emitted).toHaveLength(oddObjects.length);
		const [, { json }] = emitted;
		expect(json).toMatchObject({ id: '101 levels', rawBody: oddObjects[1] });
		expect(json).not.toHaveProperty('data');
	});

	it('are rejected even if they are large', async () => {
		stage = await Stage.open();
		const trigger = await stage.engine.activate(stage.trigger());
		await attack(trigger);
		const body = JSON.stringify({ ...envelope, data: { text: 'x'.repeat(15_000_000) } });
		expect((await attacker.send({ headers: { 'x-api-key': 'guess' }, body })).status).toBe(401);
		expect(await trigger.executions()).toEqual([]);
	});

	it('get the same 503 as the venue’s while the credential cannot be read [api 3.1] [security: line a minute]', async () => {
		stage = await Stage.open();
		const trigger = await stage.engine.activate(stage.trigger());
		await attack(trigger);
		await stage.engine.deleteCredential(stage.credential);
		await stage.venue.emit({ type: 'Booking', eventType: 'Created' });
		const [{ status, answer }] = stage.venue.deliveries;
		expect(status).toBe(503);
		const strange = { headers: { 'x-api-key': 'guess' }, body: '{}' };
		expect(await attacker.send(strange)).toEqual({ status: 503, answer });
		expect(answer).not.toContain(stage.credential.id);
		expect(await trigger.executions()).toEqual([]);
		await byMany(50, [...Array(100).keys()], async () => await attacker.send(strange));
		const lines = stage.engine.output.lines.filter((line) => line.includes('cannot read'));
		expect(lines).toHaveLength(1);
		expect(lines[0]).toContain('“Venue Platform Trigger” cannot read its credential');
	});

	it('leave no part of a key in what n8n stores or reports', async () => {
		const key = 'a-key-that-must-stay-secret';
		stage = await Stage.open({}, { webhookApiKey: key });
		const trigger = await stage.engine.activate(stage.trigger());
		await attack(trigger);
		await stage.venue.emit({ type: 'Booking', eventType: 'Created' });
		await attacker.send({ headers: { 'x-api-key': `${key}x` }, body: wellFormed });
		expect(await trigger.emitted()).toHaveLength(1);
		expect(stage.engine.output.mentions(key)).toEqual([]);
		expect(stage.engine.storedText()).not.toContain(key);
	});
});
