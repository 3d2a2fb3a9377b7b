import { readFileSync } from 'node:fs';
import path from 'node:path';

const ROOT = path.resolve(__dirname, '../..');
const TEMPLATES = 'node_modules/@n8n/node-cli/dist/template/templates';

const words = (file: string) => readFileSync(path.join(ROOT, file), 'utf8').split(/\s+/).join(' ');

// `npm run lint` calls eslint itself, and does not use `n8n-node lint`, which checks this.
it("lints with the rules that n8n-node's strict mode requires [guideline: The linter passes; TypeScript; The n8n-node tool]", () => {
	const standard = words(`${TEMPLATES}/shared/default/eslint.config.mjs`);

	expect(words('eslint.config.mjs').trim()).toBe(standard.trim());
	expect(words('package.json')).toContain('"strict": true');
});
