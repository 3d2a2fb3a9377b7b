/** The decoded values of the named segments. Undefined if one is not encoded properly. */
export function parametersOf(pattern: string, path: string): Record<string, string> | undefined {
	const values = path.split('/');
	const parameters: Record<string, string> = {};
	try {
		pattern.split('/').forEach((segment, position) => {
			const name = /^\{(.+)\}$/.exec(segment)?.[1];
			if (name !== undefined) parameters[name] = decodeURIComponent(values[position]);
		});
	} catch {
		return undefined;
	}
	return parameters;
}
