import { readFileSync } from 'node:fs';
import path from 'node:path';

const ROOT = path.resolve(__dirname, '../..');
const TEMPLATES = 'node_modules/@n8n/node-cli/dist/template/templates';

const words = (file: string) => readFileSync(path.join(ROOT, file), 'utf8').split(/\s+/).join(' ');

// `npm run lint` calls eslint itself, to fail on warnings: what `n8n-node lint` asserts is asserted here.
it('lints by the rules that the strict mode of n8n-node asks for', () => {
	const standard = words(`${TEMPLATES}/shared/default/eslint.config.mjs`);

	expect(words('eslint.config.mjs').trim()).toBe(standard.trim());
	expect(words('package.json')).toContain('"strict": true');
});
