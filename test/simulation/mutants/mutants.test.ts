import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { MUTANTS } from './mutants';

const ROOT = join(__dirname, '../../..');

it.each(MUTANTS)('takes out one place of the shipped code: $finding', ({ module, search }) => {
	const source = readFileSync(join(ROOT, `${module}.ts`), 'utf8');
	expect(source.split(search)).toHaveLength(2);
});
