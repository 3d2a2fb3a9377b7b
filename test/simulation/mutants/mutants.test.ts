import { join } from 'node:path';

import { MUTANTS as LIVES_MUTANTS } from '../lives/mutants';
import { MUTANTS } from './mutants';

const ROOT = join(__dirname, '../../..');

type Class = new (...given: never[]) => object;

/** Copies a class, so a mutant that changes its methods does not change the shipped one. */
function copyOf(exported: unknown): unknown {
	const isClass = typeof exported === 'function' && /^class\b/.test(exported.toString());
	return isClass ? class extends (exported as Class) {} : exported;
}

it.each(MUTANTS)('finds what it replaces: $finding', async ({ swaps }) => {
	expect(swaps).not.toHaveLength(0);
	for (const { module, name, by } of swaps) {
		const exports = (await import(join(ROOT, module))) as Record<string, unknown>;
		expect(exports[name]).toBeDefined();
		expect(by(copyOf(exports[name]) as never, () => exports)).toBeDefined();
	}
});

const ofLives = Object.entries(LIVES_MUTANTS).flatMap(([finding, { swaps = [] }]) =>
	swaps.map(({ module, name }) => [finding, module, name] as const),
);

it.each(ofLives)('finds what it replaces in a life: %s', async (_, module, name) => {
	const exports = (await import(join(ROOT, module))) as Record<string, unknown>;
	expect(exports[name]).toBeDefined();
});
