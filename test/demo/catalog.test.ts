import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

import type { INodeTypeDescription } from 'n8n-workflow';

import { VenuePlatform } from '../../nodes/VenuePlatform/VenuePlatform.node';
import { VenuePlatformRecoveryTrigger } from '../../nodes/VenuePlatformRecoveryTrigger/VenuePlatformRecoveryTrigger.node';
import { VenuePlatformTrigger } from '../../nodes/VenuePlatformTrigger/VenuePlatformTrigger.node';
import { installN8n } from '../n8n/lab/installation/n8nInstallation';

const INSTALLED_WITHIN = 1_800_000;
const AMONG_THE_FIRST = 2;

interface Catalog {
	searchByName(query: string, limit?: number): Array<{ name: string }>;
}

/** What a person, or a model for them, looks for in plain words. */
const WISHES: Record<string, string[]> = {
	venuePlatformTrigger: [
		...['new booking', 'booking trigger', 'booking created', 'booking cancelled', 'reservation'],
		...['reservation trigger', 'new reservation', 'guest', 'new guest', 'guest arrives', 'party'],
		...['visit', 'ticket redeemed', 'waiver signed', 'booking order', 'venue event'],
	],
	venuePlatform: [
		...['get booking', 'find a booking', 'list bookings', 'search reservations', 'look up a guest'],
		...['bookings of today', 'check venue webhooks', 'revenue report', 'venue products', 'venue'],
	],
	venuePlatformRecoveryTrigger: [
		...['missed bookings', 'missed events', 'webhook switched off', 'failed deliveries of venue'],
	],
};

describe('the catalog of n8n’s AI builder', () => {
	let catalog: Catalog;

	beforeAll(async () => {
		const { program } = await installN8n();
		const modules = join(program, '../../..');
		const file = join(modules, 'n8n-nodes-base/dist/types/nodes.json');
		const builtIn = JSON.parse(readFileSync(file, 'utf8')) as INodeTypeDescription[];
		const ours = [VenuePlatform, VenuePlatformTrigger, VenuePlatformRecoveryTrigger].map((Node) => {
			const folder = join(__dirname, '../../nodes', Node.name);
			const codex = JSON.parse(
				readFileSync(join(folder, `${Node.name}.node.json`), 'utf8'),
			) as object;
			return { ...new Node().description, codex };
		});
		const engine = '@n8n/ai-workflow-builder/dist/tools/engines/node-search-engine.js';
		const { NodeSearchEngine } = createRequire(program)(join(modules, engine)) as {
			NodeSearchEngine: new (nodes: object[]) => Catalog;
		};
		catalog = new NodeSearchEngine([...builtIn, ...ours]);
	}, INSTALLED_WITHIN);

	const wishes = Object.entries(WISHES).flatMap(([name, all]) => all.map((wish) => [wish, name]));

	it('is asked for 30 wishes', () => expect(wishes).toHaveLength(30));

	it.each(wishes)('finds the node for “%s” among the first two: %s', (wish, name) => {
		const found = catalog.searchByName(wish, AMONG_THE_FIRST).map((node) => node.name);
		expect(found).toContain(name);
	});
});
