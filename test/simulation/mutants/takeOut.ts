import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

import type { Differences } from '../core/freshModules';
import type { Mutant } from './mutants';

/** The folder that this runs from lies beside the sources' copies. */
const BUILD = join(__dirname, '../../..');

/** What is different from the shipped modules. */
export function withoutFix({ swaps, takeOut }: Mutant): Differences {
	return { swaps, replaced: takeOut && withoutText(takeOut) };
}

function withoutText({ module, search, replacement }: NonNullable<Mutant['takeOut']>) {
	const source = readFileSync(join(BUILD, `${module}.ts`), 'utf8');
	const parts = source.split(search);
	if (parts.length !== 2) {
		throw new Error(`“${search}” stands ${parts.length - 1} times in ${module}, not once`);
	}
	const { outputText } = ts.transpileModule(parts.join(replacement), {
		compilerOptions: {
			module: ts.ModuleKind.CommonJS,
			target: ts.ScriptTarget.ES2022,
			esModuleInterop: true,
		},
	});
	return new Map([[module, outputText]]);
}
