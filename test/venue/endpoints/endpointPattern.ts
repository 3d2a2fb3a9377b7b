const compiled = new Map<string, RegExp>();

const escaped = (text: string) => text.replace(/[.*+?^$()|[\]\\{}]/g, '\\$&');

function compile(pattern: string): RegExp {
	const [method, path] = pattern.split(' ', 2);
	const segments = path.split('/').map((segment) => {
		if (segment === '**') return '.*';
		if (segment === '*' || /^\{.+\}$/.test(segment)) return '[^/]+';
		return escaped(segment);
	});
	return new RegExp(`^${method === '*' ? '[A-Z]+' : escaped(method)} ${segments.join('/')}$`);
}

/**
 * Whether a call matches a pattern: `POST /token`, `GET /bookings/{uniqueId}`, `GET /bookings/*`,
 * `* /data/**`, `* /**`.
 */
export function matchesEndpoint(pattern: string, method: string, path: string): boolean {
	let expression = compiled.get(pattern);
	if (!expression) compiled.set(pattern, (expression = compile(pattern)));
	return expression.test(`${method} ${path}`);
}
