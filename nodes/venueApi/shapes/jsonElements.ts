/** Adds the elements to what they belong to, if they are any. How many records or fields that are. */
export function append(
	value: unknown[] | Record<string, unknown>,
	elements: string,
): number | undefined {
	if (Array.isArray(value)) {
		const more = parse(`[${elements}]`) as unknown[] | undefined;
		if (more === undefined || more.length === 0) return undefined;
		let records = 0;
		for (const element of more) {
			value.push(element);
			if (typeof element === 'object') records++;
		}
		return records;
	}
	const fields = parse(`{${elements}}`) as Record<string, unknown> | undefined;
	const names = Object.keys(fields ?? {});
	for (const name of names) setField(value, name, fields?.[name]);
	return names.length || undefined;
}

/** Like `JSON.parse`, for which even this name means nothing. */
export function setField(record: Record<string, unknown>, name: string, value: unknown): void {
	if (name !== '__proto__') record[name] = value;
	else {
		const plain = { value, configurable: true, enumerable: true, writable: true };
		Object.defineProperty(record, name, plain);
	}
}

/** Of an object or a list in an object, from the text in front of its bracket. */
export function nameIn(text: string): string | undefined {
	const trimmed = text.trim();
	const name = trimmed.endsWith(':') ? parse(trimmed.slice(0, -1)) : undefined;
	return typeof name === 'string' ? name : undefined;
}

export function isBlank(text: string): boolean {
	return text.trim() === '';
}

function parse(text: string): unknown {
	try {
		return JSON.parse(text) as unknown;
	} catch {
		return undefined;
	}
}
