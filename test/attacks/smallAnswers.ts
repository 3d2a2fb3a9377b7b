/** Responses of a given length that may cost most: whatever a loop in a loop could go over. */
const SHAPES: Record<string, (index: number) => string> = {
	'thousands of secrets in one webhook': (index) => `"key${index}":"secret-number-${index}"`,
	'thousands of texts beside secrets': (index) =>
		index % 2 === 0 ? `"key${index}":"secret-number-${index}"` : `"note${index}":"a-note-${index}"`,
	'secrets that begin alike': (index) => `"key${index}":"aaaaaaaaaaaaaaaaaaaaaaaa${index}"`,
	'the same field again and again': (index) => `"key":"secret-${index % 2}"`,
	'IDs as names': (index) => `"BKG-${index}":{"status":"paid","name":"${index}"}`,
	'IDs as names of plain fields': (index) => `"BKG-${index}":${index}`,
};

const LISTS: Record<string, (index: number) => string> = {
	'many webhooks with a secret each': (index) =>
		`{"webhookId":${index},"url":"https://n8n.example/webhook/${index}/venue-platform","authentication":{"apiKey":"secret-number-${index}"}}`,
	'the same address many times': (index) =>
		`{"webhookId":${index},"url":"https://n8n.example/webhook/a/venue-platform"}`,
	'records with a field that no other has': (index) =>
		`{"uniqueId":"${index}","k${index}":{"a":1}}`,
	'many failed messages for many webhooks': (index) =>
		`{"uniqueId":"${index}","webhookId":${index},"status":"Failed","history":[{"status":"Attempt1Failed","detail":"no"}]}`,
};

const DEEPEST = 60;

/** By name, a response of about so many characters. */
export function smallAnswers(length: number): Array<[name: string, body: string]> {
	const filled = (part: (index: number) => string) => {
		const parts: string[] = [];
		for (let left = length; left > 0; ) {
			const next = part(parts.length);
			parts.push(next);
			left -= next.length + 1;
		}
		return parts.join(',');
	};
	const inside = Object.entries(SHAPES).map(([name, part]): [string, string] => [
		name,
		`[{"uniqueId":"1","webhookId":1,"url":"https://n8n.example/x",${filled(part)}}]`,
	]);
	const lists = Object.entries(LISTS).map(([name, part]): [string, string] => [
		name,
		`[${filled(part)}]`,
	]);
	const deep = `[${'{"data":['.repeat(DEEPEST / 2)}{${filled(SHAPES['IDs as names of plain fields'])}}${']}'.repeat(DEEPEST / 2)}]`;
	return [...inside, ...lists, ['a record in deep wrappers', deep]];
}
