import { generateZodSchema, type INodeParameters } from 'n8n-workflow';

import { MOST_TOKENS, tokensIn } from '../../unit/action/support/tokens';
import { isN8n1 } from '../harness/n8n';
import { FrontDesk } from './support/frontDesk/frontDesk';
import { lacksOf, type Read, untoldIn } from './support/frontDesk/judgement';
import { CUT, questions } from './support/frontDesk/questions';
import { type Recording, recordings } from './support/frontDesk/recordings';
import { ADDED_TOOL, askedOf, toolsOf, toolsOfSearch } from './support/frontDesk/tools';
import { ALL, ZONES } from './support/frontDesk/venue';

/** Where the calls of a model did not show what a right answer needs. */
const LACKING: Record<string, string[]> = {
	// The tickets of this venue are in its items. Both asked for the field `tickets` alone, read which
	// fields there are, and said that they cannot tell. Now the description of the tool names the items.
	'the live service, Europe/London: Were the tickets of BKG-000215 used?': [
		'whether it is "false"',
	],
	'the live service, Australia/Sydney: Were the tickets of BKG-000215 used?': [
		'whether it is "false"',
	],
};
const nameOf = ({ vocabulary, zone }: Recording, ask: string) => `${vocabulary}, ${zone}: ${ask}`;

/** In n8n 1, other words and zones are read like these. */
const tried = isN8n1 ? recordings.slice(0, 1) : recordings;

describe.each(tried)('the front desk of a venue with $vocabulary in $zone', (recording) => {
	const { vocabulary, zone, today, calls } = recording;
	let front: FrontDesk;

	beforeAll(async () => {
		front = await FrontDesk.open(vocabulary, zone, today);
	});
	afterAll(async () => await front.close());

	it.each(questions.map((question) => [question.ask, question] as const))(
		'%s',
		async (ask, question) => {
			const read: Read[] = [];
			for (const call of calls.get(ask) ?? []) {
				expect(refusedIn(call.given, front.tools.get(call.tool))).toEqual([]);
				read.push({ ...call, answer: await front.answerTo(call) });
			}
			if (process.env.FRONT_DESK_SIZES) sizes(recording, ask, read);
			expect(read.length).toBeGreaterThan(0);
			for (const one of read) {
				expect(tokensIn(one.answer)).toBeLessThanOrEqual(MOST_TOKENS);
				expect(untoldIn(one, front)).toEqual([]);
			}
			const lacking = LACKING[nameOf(recording, ask)] ?? [];
			expect(lacksOf(question, read, front.desk, vocabulary)).toEqual(lacking);
		},
	);

	it('is told that the list of today is cut, and how to see the rest [troubleshooting: These are the first]', async () => {
		const [first] = calls.get('Who comes today?') ?? [];
		const answer = await front.answerTo(first);
		expect(answer).toMatch(CUT);
		// Where the tool takes only a day, it takes a text.
		const hasText = JSON.stringify(front.tools.get(first.tool)).includes('containsText');
		expect(answer).toContain(hasText ? 'with a longer text.' : 'with a shorter part of the day.');
	});
});

it('are thirty-one questions in three zones at four vocabularies', () => {
	expect(questions).toHaveLength(31);
	const desks = recordings.map(({ vocabulary, zone }) => `${vocabulary}, ${zone}`);
	const all = Object.keys(ALL).flatMap((vocabulary) =>
		ZONES.map((zone) => `${vocabulary}, ${zone}`),
	);
	expect(desks.sort()).toEqual(all.sort());
	const asked = recordings.flatMap((one) => questions.map(({ ask }) => nameOf(one, ask)));
	expect(asked).toEqual(expect.arrayContaining(Object.keys(LACKING)));
});

it('has the tools that Claude gets, too', () => {
	expect(toolsOf('office/ask-your-venue-from-claude')).toEqual(toolsOf('office/front-desk-agent'));
});

it('may need one more tool at a venue whose list is a search [agents: The day of the changes; The page of the list]', () => {
	const added = toolsOfSearch.get(ADDED_TOOL) as INodeParameters;
	expect(askedOf(added)).toMatchObject([{ key: 'day' }, { key: 'page', defaultValue: 1 }]);
	expect(added).toMatchObject({
		...{ resource: 'bulkReport', operation: 'query', path: '/data/bookingitems' },
		options: { dateRange: { endIs: 'nextDay' } },
	});
});

/** The arguments that n8n would not accept, or that the tool does not have. */
function refusedIn(given: Record<string, unknown>, tool: INodeParameters = {}): string[] {
	const asked = askedOf(tool);
	const unknown = Object.keys(given).filter((name) => asked.every(({ key }) => key !== name));
	const wrong = asked.filter((one) => !generateZodSchema(one).safeParse(given[one.key]).success);
	return [...unknown, ...wrong.map(({ key }) => key)];
}

/** The figures for the page about these questions. */
function sizes({ vocabulary, zone }: Recording, ask: string, read: Read[]): void {
	const tokens = read.map(({ answer }) => tokensIn(answer));
	const made = read.map(({ tool, given }) => `${tool} ${JSON.stringify(given)}`);
	const cut = read.map(({ answer }) => (CUT.test(answer) ? 'cut' : ''));
	if (process.env.FRONT_DESK_ANSWERS) {
		process.stdout.write(`${read.map(({ answer }) => answer).join('\n')}\n`);
	}
	process.stdout.write(`${[vocabulary, zone, ask, made.join('; '), tokens, cut].join(' | ')}\n`);
}
