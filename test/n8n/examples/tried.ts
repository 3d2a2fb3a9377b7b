import type { Example } from '../../examples/examples';
import type { ExampleLab, Imported } from './exampleLab';
import { drawn, live, plain, type Vocabulary } from './vocabularies';

/** The venues at which each example is tried. */
export const venues: Record<string, Vocabulary> = {
	plain,
	live,
	'drawn from 2': drawn(2),
	'drawn from 3': drawn(3),
	'drawn from 4': drawn(4),
};

const SAID = /\bno\b.*(It has: |does not know)|No field of the bookings looks like/s;

/** The names of all steps that this one leads to. */
function stepsAfter(name: string, { definition }: Imported): string[] {
	const connections = definition.connections as Example['connections'];
	const found = new Set<string>();
	const follow = (from: string) => {
		for (const { node } of connections[from]?.main.flat() ?? []) {
			if (found.has(node)) continue;
			found.add(node);
			follow(node);
		}
	};
	follow(name);
	return [...found];
}

/**
 * The newest execution does its job, or names the missing fields before anything comes of it. What
 * came of it are the items of all steps after Map Fields, unless the caller knows better.
 */
export async function outcomeOf(
	lab: ExampleLab,
	imported: Imported,
	truths: string[],
	arrived?: () => object[],
): Promise<string> {
	await lab.untilIdle(imported);
	const all = await lab.n8n.executions.list(imported.workflow);
	const newest = String(Math.max(...all.map(({ id }) => Number(id))));
	const { status, error, items } = await lab.n8n.executions.read(newest);
	if (status === 'success') {
		const shown = JSON.stringify(arrived?.() ?? items('Map Fields'));
		return truths.every((truth) => shown.includes(truth)) ? 'done' : `silent: ${shown}`;
	}
	const came = arrived?.() ?? stepsAfter('Map Fields', imported).flatMap((name) => items(name));
	const message = error?.message ?? '';
	return SAID.test(message) && came.length === 0 ? 'said' : `silent: ${status} ${message}`;
}

/** The venue answers the calls of its vocabulary, which the API document does not show. */
export function answerLookUps({ platform }: ExampleLab, { lookUps }: Pick<Vocabulary, 'lookUps'>) {
	const answers = {
		'GET /guests/{id}': lookUps.guest,
		'GET /products': lookUps.products,
		'GET /reporting/revenue-entries': lookUps.revenue,
	};
	for (const [endpoint, answer] of Object.entries(answers)) {
		platform.undocumented.on(endpoint, {
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify(answer),
		});
	}
}
