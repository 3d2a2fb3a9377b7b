import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { MUTANTS } from './mutants';

const ROOT = join(__dirname, '../../..');

it.each(MUTANTS.filter(({ takeOut }) => takeOut))(
	'takes out one place of the shipped code: $finding',
	({ takeOut }) => {
		const { module, search } = takeOut!;
		const source = readFileSync(join(ROOT, `${module}.ts`), 'utf8');
		expect(source.split(search)).toHaveLength(2);
	},
);

it.each(MUTANTS.filter(({ swaps }) => swaps))(
	'swaps a function of the shipped code: $finding',
	async ({ swaps = [] }) => {
		expect(swaps.length).toBeGreaterThan(0);
		for (const { module, name, by } of swaps) {
			const exported = (await import(join(ROOT, module))) as Record<string, object>;
			const owner = Object.create(exported[name], {
				prototype: {
					value: Object.create((exported[name] as { prototype?: object }).prototype ?? null),
				},
			}) as never;
			expect(by(owner, () => exported)).toBeDefined();
		}
	},
);
