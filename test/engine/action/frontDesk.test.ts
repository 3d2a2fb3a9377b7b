import { DateTime } from 'luxon';
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { readExample } from '../../examples/examples';
import {
	drawnVocabulary,
	type Vocabulary,
	VOCABULARIES,
} from '../../unit/action/support/bookingVocabularies';
import { MOST_TOKENS, tokensIn } from '../../unit/action/support/tokens';
import { read, rowsOf } from '../../unit/texts/support/pages';
import { ActionNode, VenuePlatformTool } from './support/actionNode';
import { deskOf, type Booked, type Desk } from './support/frontDesk/desk';
import {
	ofExample,
	ofSearch,
	isCut,
	namedFor,
	type Call,
	type Question,
	questions,
} from './support/frontDesk/questions';

const ZONES = ['America/New_York', 'Europe/London', 'Australia/Sydney'];
const LIVE = 'the live service';
const DRAWN = 'names drawn from 8';
const WORDS = 'canyon copper ember lamp marble orchid pebble river saddle tundra velvet walnut';
/** For example riverLamp, which says as little as q1x7, but is a name that a venue may have. */
function twoWords(_random: number, drawn: number): string {
	const words = WORDS.split(' ');
	const place = drawn * 61 + 17;
	const [first, second] = [Math.floor(place / words.length), place].map(
		(index) => words[index % words.length],
	);
	return `${first}${second[0].toUpperCase()}${second.slice(1)}`;
}
const ALL: Record<string, Vocabulary> = {
	...VOCABULARIES,
	[DRAWN]: drawnVocabulary(8, twoWords),
};
const LONGEST_SEARCH = 100;
const FROM_AI = /\$fromAI\('(\w+)', '([^']*)'(?:, '(\w+)')?(?:, ([^()]+))?\)/g;
/** Where a workflow keeps what a user enters in a field. */
const LABELS: Record<string, string[]> = {
	'Tool Description': ['toolDescription'],
	Resource: ['resource'],
	Operation: ['operation'],
	Path: ['path'],
	'Visit From': ['filters', 'visitFrom'],
	'Visit To': ['filters', 'visitTo'],
	'Contains Text': ['filters', 'containsText'],
	'Additional Query Parameters': ['filters', 'additionalQuery'],
	'Query Parameters': ['options', 'queryParameters'],
	'Date Range: From': ['options', 'dateRange', 'from'],
	'Date Range: End Is': ['options', 'dateRange', 'endIs'],
};
const CHOICES: Record<string, string> = {
	'Bulk Report': 'bulkReport',
	Query: 'query',
	'Next Day': 'nextDay',
};
const ADDED_TOOL = 'List All Changes';

/** The tools of the example, as its agent’s model sees them. */
const tools = new Map(
	readExample('office/front-desk-agent')
		.nodes.filter(({ type }) => type.endsWith('venuePlatformTool'))
		.map(({ name, parameters }) => [name, parameters as INodeParameters]),
);

/** The same, after a user has done what the page says about a list that is a search. */
const toolsOfSearch = new Map(
	[...tools].map(([name, parameters]) => [name, structuredClone(parameters) as IDataObject]),
);
toolsOfSearch.set(ADDED_TOOL, { descriptionType: 'manual', method: 'GET' });
for (const [tool, label, value] of rowsOf(read('docs/agents.md'))) {
	const parameters = toolsOfSearch.get(tool);
	if (!parameters || !(label in LABELS)) continue;
	const path = [...LABELS[label]];
	const name = path.pop()!;
	const within = path.reduce<IDataObject>(
		(outer, inner) => (outer[inner] ??= {}) as IDataObject,
		parameters,
	);
	const entered = value.replace(/^`|`$/g, '');
	if (value.startsWith('nothing')) delete within[name];
	else within[name] = entered.includes('{{') ? `=${entered}` : (CHOICES[entered] ?? entered);
}

/** What the model may fill in: whether it has to. */
function askedOf(parameters: INodeParameters): Record<string, boolean> {
	const asked = [...JSON.stringify(parameters).matchAll(FROM_AI)];
	return Object.fromEntries(asked.map(([, name, , , other]) => [name, other === undefined]));
}

/** n8n evaluates the rest of the expression, and shows the node the text that was entered. */
function filledIn(parameters: INodeParameters, given: Call['given']): INodeParameters {
	const fill = (value: unknown): unknown => {
		if (typeof value === 'string') {
			return value.replace(FROM_AI, (_, name: string, _text, _type, other = 'undefined') =>
				name in given ? `(/*$fromAI*/ ${JSON.stringify(given[name])})` : `(/*$fromAI*/ ${other})`,
			);
		}
		if (typeof value !== 'object' || value === null) return value;
		return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, fill(inner)]));
	};
	return fill(parameters) as INodeParameters;
}

describe.each(Object.keys(ALL))('the front desk of a venue with %s', (vocabulary) => {
	const isSearch = vocabulary === LIVE;
	const offered = isSearch ? (toolsOfSearch as typeof tools) : tools;

	describe.each(ZONES)('in %s', (zone) => {
		let node: ActionNode;
		let desk: Desk;

		beforeAll(async () => {
			node = await ActionNode.open();
			desk = deskOf(zone, node.start);
			jest.setSystemTime(desk.now);
			answerWith(node, desk, ALL[vocabulary], isSearch);
			fail(node, desk);
		});
		afterAll(async () => await node.close());

		/** What the model reads. */
		async function answerTo({ tool, given }: Call): Promise<string> {
			const { toolDescription, descriptionType, resource, operation, ...rest } =
				offered.get(tool) ?? {};
			expect([typeof toolDescription, descriptionType]).toEqual(['string', 'manual']);
			const { status, items, error } = await node.execute(
				[String(resource), String(operation), filledIn(rest, given)],
				{ node: VenuePlatformTool, timezone: zone },
			);
			if (status !== 'success') return error?.message ?? status;
			return JSON.stringify(items[0].map(({ json }) => json));
		}

		const rowsIn = (answer: string) =>
			answer.startsWith('[')
				? (JSON.parse(answer) as IDataObject[]).filter(({ note }) => note === undefined)
				: [{ refusal: answer }];

		it.each(questions.map((question) => [question.ask, question] as const))(
			'%s',
			async (_ask, question) => {
				const calls = question.calls(desk, isSearch ? ofSearch : ofExample);
				const answers: string[] = [];
				const made: Call[] = [];
				for (const next of calls) {
					const call = typeof next === 'function' ? next(answers.at(-1) ?? '') : next;
					if (!call) continue;
					made.push(call);
					const asked = askedOf(offered.get(call.tool) ?? {});
					expect(Object.keys(asked)).toEqual(expect.arrayContaining(Object.keys(call.given)));
					const required = Object.keys(asked).filter((name) => asked[name]);
					expect(Object.keys(call.given)).toEqual(expect.arrayContaining(required));
					answers.push(await answerTo(call));
				}
				if (process.env.FRONT_DESK_SIZES) sizes(vocabulary, zone, question, made, answers);
				for (const answer of answers) {
					expect(tokensIn(answer)).toBeLessThanOrEqual(MOST_TOKENS);
				}
				const isKnown = !(vocabulary in (question.unknown ?? {}));
				if (!isKnown) {
					for (const answer of answers) expect(answer).toMatch(question.unknown![vocabulary]);
					return;
				}
				const { untold } = question;
				const named = untold ? namedFor(untold.fact, answers[0]) : [];
				expect(named.length > 0).toBe(vocabulary === DRAWN && untold !== undefined);
				expect(named.length).toBeLessThanOrEqual(2);
				// If a list is cut, the model asks for the rest in parts, and none of them is.
				expect(answers.slice(1).filter(isCut)).toEqual([]);
				expect(answers.length).toBeGreaterThan(isCut(answers[0]) ? 1 : 0);
				const rows = answers.flatMap(rowsIn);
				const isNamed = (text: string, booked: Booked) =>
					named.some((name) =>
						text.includes(
							`"${name.split('.').at(-1)}":${shortly(JSON.stringify(untold?.valueOf(booked)))}`,
						),
					);
				if (question.answer) {
					expect(question.answer(rows, desk)).toEqual(question.truth?.(desk));
					return;
				}
				const found = desk.bookings.filter(({ id }) =>
					rows.some((row) => JSON.stringify(row).includes(`"${id}"`)),
				);
				const isWanted = (booked: Booked) => question.wanted?.(booked, desk) === true;
				const ids = (all: Booked[]) => all.filter(isWanted).map(({ id }) => id);
				expect(ids(found)).toEqual(ids(desk.bookings));
				expect(ids(found).length).toBeGreaterThan(0);
				for (const booked of found) {
					const row = rows
						.map((one) => JSON.stringify(one))
						.find((text) => text.includes(booked.id));
					for (const shown of question.shown ?? []) {
						expect(row).toMatch(factOf(shown, booked, vocabulary));
					}
					if (named.length > 0) expect(isNamed(String(row), booked)).toBe(true);
				}
			},
		);

		it('is told that the list of today is cut, and how to see the rest [troubleshooting: These are the first]', async () => {
			const [first] = (isSearch ? ofSearch : ofExample).visits(desk, 0);
			expect(isCut(await answerTo(first))).toBe(true);
		});
	});
});

it('are thirty-one questions', () => expect(questions).toHaveLength(31));

it('may need one more tool at a venue whose list is a search [agents: The day of the changes; The page of the list]', () => {
	const added = toolsOfSearch.get(ADDED_TOOL) as INodeParameters;
	expect(askedOf(added)).toEqual({ day: true, page: false });
	expect(added).toMatchObject({
		...{ resource: 'bulkReport', operation: 'query', path: '/data/bookingitems' },
		options: { dateRange: { endIs: 'nextDay' } },
	});
});

/** A time as an agent gets it. */
const shortly = (time: string) => time.replace('.000', '');

/** How a row shows a fact. */
function factOf(fact: NonNullable<Question['shown']>[number], booked: Booked, vocabulary: string) {
	const { lastName, visit, time, status, party, more } = booked;
	const quoted = (text: string) => new RegExp(text.replace(/[.+]/g, '\\$&'));
	switch (fact) {
		case 'guest':
			return quoted(lastName);
		case 'visit':
			if (vocabulary === LIVE) return new RegExp(`${visit}.*${time}|${time}.*${visit}`);
			return quoted(vocabulary === 'other names' ? `${visit}T${time}` : shortly(more.at));
		case 'status':
			return quoted(`"${status}"`);
		case 'party':
			return new RegExp(`:"?${party}\\b`);
		case 'created':
			return quoted(shortly(more.created));
		case 'changed':
			// A search for changes finds only those since then, and does not show when they were.
			if (vocabulary === LIVE && status !== 'Cancelled') return /./;
			return quoted(more.modified.slice(0, -'00.000Z'.length));
		case 'due':
			return new RegExp(`:${more.due}\\b`);
	}
}

/** The venue’s side of the wire. */
function answerWith(
	{ venue }: ActionNode,
	{ bookings, zone }: Desk,
	vocabulary: Vocabulary,
	isSearch: boolean,
): void {
	const records = bookings.map((booked, index) => ({ booked, record: vocabulary(booked, index) }));
	venue.undocumented.on('GET /bookings', {}, ({ query }) => {
		const [since, keywords, date] = ['modifiedFromDate', 'keywords', 'date'].map((name) =>
			query.get(name),
		);
		if (isSearch && !since && !keywords && !date) {
			return { status: 400, body: '{"Message": "A search needs keywords or a date."}' };
		}
		const found = records.filter(
			({ booked: { firstName, lastName, visit, status, more } }) =>
				(!since || Date.parse(more.modified) >= Date.parse(since)) &&
				(!isSearch || status !== 'Cancelled') &&
				(!keywords ||
					`${firstName} ${lastName} ${more.reference} ${more.email}`.includes(keywords)) &&
				(!date || visit === date),
		);
		const list = found.map(({ record }) => record);
		return { body: JSON.stringify(isSearch ? { bookings: list.slice(0, LONGEST_SEARCH) } : list) };
	});
	if (isSearch) venue.undocumented.on('GET /data/bookingitems', {}, changesOf(records, zone));
	venue.undocumented.on('GET /bookings/{id}', {}, ({ path }) => {
		const id = decodeURIComponent(path.slice(path.lastIndexOf('/') + 1));
		const record = records.find(({ booked }) => booked.id === id)?.record;
		return record ? { body: JSON.stringify(record) } : { status: 404 };
	});
}

type Answering = Parameters<ActionNode['venue']['undocumented']['on']>[2];

/** What changed on a day of the venue, by page: of cancelled bookings, too. */
function changesOf(
	records: Array<{ booked: Booked; record: IDataObject }>,
	zone: string,
): Answering {
	return ({ query }) => {
		const [from, until] = ['startDate', 'endDate'].map((name) => String(query.get(name)));
		const [page, size] = ['pageNumber', 'pageSize'].map((name) => Number(query.get(name)));
		const dayOf = (time: string) => String(DateTime.fromISO(time, { zone }).toISODate());
		const changes = records
			.filter(({ booked: { more } }) => {
				return dayOf(more.modified) >= from && dayOf(more.modified) < until;
			})
			.map(({ booked: { id, status, visit, time, party, more }, record }) => ({
				...{ bookingReference: more.reference, bookingUniqueId: id, bookingName: record.name },
				...{ bookingItemId: `${id}-1`, bookingCustomerId: String(record.customerId) },
				...{ bookingStatus: status, bookingDate: visit, sessionStart: time, bookingNotes: '' },
				...{ productId: '301', quantity: party, cost: 14.95, bookingTotal: record.total },
				...{ bookingCreatedDate: more.created, bookingModifiedDate: more.modified },
			}));
		const items = changes.slice((page - 1) * size, page * size);
		const totalPages = Math.ceil(changes.length / size);
		const body = { currentPage: page, totalPages, totalItems: changes.length, items };
		return { body: JSON.stringify({ ...body, itemsPerpage: size }) };
	};
}

/** One webhook, and what it did not deliver: today, and late yesterday evening. */
function fail({ venue, engine }: ActionNode, { today }: Desk): void {
	const { webhookId } = venue.webhooks.create({
		url: `${engine.publicUrl}/webhook/bookings/venue-platform`,
		enabled: true,
		authentication: { apiKey: 'a-key-to-hide' },
		webhooks: { booking: { events: ['Created'] } },
	});
	const add = (
		type: 'Booking' | 'Ticket' | 'SignedWaiver',
		count: number,
		hour: number,
		attempts: number,
	) => {
		for (let index = 0; index < count; index++) {
			const firstAttemptAt = today.plus({ hours: hour, minutes: index }).toMillis();
			const eventDate = new Date(firstAttemptAt).toISOString();
			const said = { httpResponseStatus: 502, detail: 'Bad Gateway' };
			venue.messages.addFailed({ type, attempts, webhookId, firstAttemptAt, eventDate, ...said });
		}
	};
	add('Booking', 6, -1, 7);
	add('Ticket', 9, 1, 7);
	add('SignedWaiver', 4, 2, 3);
}

/** The figures for the page about these questions. */
function sizes(
	vocabulary: string,
	zone: string,
	{ ask }: Question,
	calls: Call[],
	answers: string[],
): void {
	const tokens = answers.map(tokensIn);
	const made = calls.map(({ tool, given }) => `${tool} ${JSON.stringify(given)}`);
	const cut = answers.map((answer) => (isCut(answer) ? 'cut' : ''));
	if (process.env.FRONT_DESK_ANSWERS) process.stdout.write(`${answers.join('\n')}\n`);
	process.stdout.write(`${[vocabulary, zone, ask, made.join('; '), tokens, cut].join(' | ')}\n`);
}
