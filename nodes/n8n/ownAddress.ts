interface Evaluates {
	evaluateExpression?(expression: string, itemIndex?: number): unknown;
}

/** n8n shows a node its public address only in the URL that resumes an execution. */
export function addressOfN8n(context: object, itemIndex = 0): URL | undefined {
	try {
		const resumeUrl = (context as Evaluates).evaluateExpression?.(
			'{{ $execution.resumeUrl }}',
			itemIndex,
		);
		return typeof resumeUrl === 'string' && URL.canParse(resumeUrl)
			? new URL('..', resumeUrl)
			: undefined;
	} catch {
		return undefined;
	}
}

/** Takes an address in its one spelling. */
export function isBelow(base: URL | undefined, address: string | undefined): boolean {
	if (!base || address === undefined) return false;
	const { origin, pathname } = new URL(address);
	return origin === base.origin && pathname.startsWith(base.pathname);
}
