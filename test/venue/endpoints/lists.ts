import type { Profile } from '../profiles';

/** A list in the shape of the profile; the elements are JSON texts already. */
export function* listText(
	elements: readonly string[],
	name: string,
	shape: Profile['list'],
): Generator<string> {
	const [before, after] = {
		array: ['[', ']'],
		items: ['{"items":[', ']}'],
		dataAndTotal: ['{"data":[', `],"total":${elements.length}}`],
		named: [`{"${name}":[`, ']}'],
	}[shape];
	yield before;
	for (let from = 0; from < elements.length; from += PIECE) {
		yield (from > 0 ? ',' : '') + elements.slice(from, from + PIECE).join(',');
	}
	yield after;
}

const PIECE = 200;
