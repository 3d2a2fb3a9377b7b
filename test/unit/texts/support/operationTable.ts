import { read, rowsOf } from './pages';

/** The rows of the table of operations: “Webhook → Check”, and its scopes. */
export function operationTable(): Array<{ title: string; scopes: string[] }> {
	const [, section] = read('docs/nodes.md').split('\n## Operations\n\n');
	let resource = '';
	return rowsOf(section.split('\n## ')[0]).map(([name, operation, , scopes]) => {
		resource = name || resource;
		return { title: `${resource} → ${operation}`, scopes: scopes.match(/[A-Z]\w+_\w+/g) ?? [] };
	});
}
