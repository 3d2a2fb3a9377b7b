import type { JsonObject } from '../json';
import type { Profile } from '../profile';
import type { Answer } from './answers';
import type { Call } from './endpoint';

const PIECE = 200;

/** A list in the form of the profile. The elements are already JSON texts. */
export function answerList(
	call: Call,
	name: string,
	elements: readonly string[],
	form: Profile['list'] = call.profile.list,
): Answer {
	const { answers, profile } = call;
	if (form === 'paged') return answerPage(call, elements);
	const [before, after] = {
		array: ['[', ']'],
		items: ['{"items":[', ']}'],
		dataAndTotal: ['{"data":[', `],"total":${elements.length}}`],
		named: [`{"${name}":[`, ']}'],
	}[form];
	return answers.jsonText(listText(before, elements.slice(0, profile.atMostInList), after));
}

/** `nextPage` keeps the query, and is null on the last page. */
function answerPage({ request, answers, profile }: Call, elements: readonly string[]): Answer {
	const asked = request.query.get('page') ?? '1';
	if (!/^[1-9]\d{0,6}$/.test(asked)) {
		const message = `The value '${asked}' is not valid for page.`;
		return answers.badRequest({ field: 'page', message });
	}
	const page = Number(asked);
	const end = page * profile.pageSize;
	const next = new URLSearchParams(request.query);
	next.set('page', String(page + 1));
	const rest: JsonObject = {
		total: elements.length,
		nextPage: end < elements.length ? `${request.path}?${next.toString()}` : null,
	};
	const after = `],${JSON.stringify(rest).slice(1)}`;
	return answers.jsonText(
		listText('{"items":[', elements.slice(end - profile.pageSize, end), after),
	);
}

function* listText(before: string, elements: readonly string[], after: string): Generator<string> {
	yield before;
	for (let from = 0; from < elements.length; from += PIECE) {
		yield (from > 0 ? ',' : '') + elements.slice(from, from + PIECE).join(',');
	}
	yield after;
}
