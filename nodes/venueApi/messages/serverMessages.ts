import { isPage } from '../answers/answer';
import { isRecord, lettersOf, shortened, type VenueRecord } from '../records';

/** A sentence of the venue for the user, with the field that it is about, if the venue names one. */
interface ServerMessage {
	field?: string;
	text: string;
}

const LONGEST_WORDS = 500;
const MOST_SENTENCES = 20;
/** A refusal may wrap its words, but no service wraps them deeper. */
const DEEPEST_WORDS = 3;

/** By their letters, the most telling first: a title is often only the name of the status. */
const TEXT_KEYS =
	'message msg detail errordescription errormessage faultstring description title'.split(' ');
const REASONS = /errors$|violations$|^(modelstate|invalidparams)$/;
const NAME_KEYS = ['name', 'field', 'property', 'propertyname', 'parameter'];

/** What a body of any form tells a person, and no more than a person would read. */
export function serverMessagesIn(body: unknown): ServerMessage[] {
	return messagesIn(body, 0).slice(0, MOST_SENTENCES);
}

export function inOneLine(messages: ServerMessage[]): string {
	return messages
		.map(({ field, text }) => (field ? `${field}: ${text}` : text))
		.map((text) => (/[.!?…]$/.test(text) ? text : `${text}.`))
		.join(' ');
}

/** What a venue says with a 429, unless it only says that there are too many requests. */
export function reasonForLimit(body: unknown): string {
	const said = inOneLine(serverMessagesIn(body));
	return /^(too many requests|rate limit exceeded)\.$/i.test(said) ? '' : said;
}

function messagesIn(body: unknown, depth: number): ServerMessage[] {
	if (depth > DEEPEST_WORDS) return [];
	if (Array.isArray(body)) return fromList(body, depth);
	if (!isRecord(body)) return asTexts(body).map((text) => ({ text }));

	const valueOf = valuesIn(body);
	const [errors, error] = [valueOf('errors'), valueOf('error')];
	const listed = Object.entries(body)
		.filter(([name]) => REASONS.test(lettersOf(name)))
		.map(([, reasons]) => fromReasons(reasons, depth))
		.find((reasons) => reasons.length > 0);
	if (listed) return listed;
	const inside = isRecord(error) ? messagesIn(error, depth + 1) : [];
	if (inside.length > 0) return inside;
	const told = [...TEXT_KEYS.map(valueOf), error, errors];
	const [text] = told.flatMap(asTexts);
	// Without a text beside it, a list belongs to a field of this name.
	const reasons = told.map((list) => fromList(list, depth)).find((list) => list.length > 0);
	if (text !== undefined) return reasons ?? [{ text }];
	const named = fromModelState(body);
	if (named.length > 0) return named;
	const others = Object.values(body).slice(0, MOST_SENTENCES);
	return others.flatMap((other) => (isRecord(other) ? wrapped(other) : fromList(other, depth)));
}

/** What is wrong with each field, in any form. */
function fromReasons(reasons: unknown, depth: number): ServerMessage[] {
	if (!isRecord(reasons)) return fromList(reasons, depth);
	return Object.entries(reasons)
		.slice(0, MOST_SENTENCES)
		.flatMap(([name, of]) =>
			messagesIn(of, depth + 1).map(({ field, text }) => {
				const path = [name, field].flatMap(asTexts).join('.');
				return { ...(path ? { field: path } : {}), text };
			}),
		);
}

/** A gateway puts its words into an object of its own. Another object may be what the request was about. */
function wrapped(body: VenueRecord): ServerMessage[] {
	const [text] = TEXT_KEYS.map(valuesIn(body)).flatMap(asTexts);
	return text === undefined ? [] : [{ text }];
}

function fromList(list: unknown, depth: number): ServerMessage[] {
	if (!Array.isArray(list)) return [];
	return list.slice(0, MOST_SENTENCES).flatMap((entry) => {
		const messages = messagesIn(entry, depth + 1);
		if (!isRecord(entry)) return messages;
		const valueOf = valuesIn(entry);
		// A path, from the part of the request to the field in it.
		const path = [valueOf('loc')].flat();
		const [field] = [...NAME_KEYS.map(valueOf), path[path.length - 1]].flatMap(asTexts);
		const words = messages.filter((message) => message.text !== field);
		return field === undefined ? words : words.map(({ text }) => ({ field, text }));
	});
}

/** Reads fields whose names may have capitals or underscores. */
function valuesIn(record: Record<string, unknown>): (key: string) => unknown {
	const values = new Map<string, unknown>();
	for (const [name, value] of Object.entries(record).reverse()) {
		values.set(lettersOf(name), value);
	}
	return (key) => values.get(key);
}

function fromModelState(fields: Record<string, unknown>): ServerMessage[] {
	return Object.entries(fields)
		.slice(0, MOST_SENTENCES)
		.flatMap(([name, value]) => {
			const [field] = asTexts(name);
			const texts = Array.isArray(value) ? value.flatMap(asTexts) : asTexts(value);
			return texts.map((text) => ({ ...(field ? { field } : {}), text }));
		});
}

function asTexts(value: unknown): string[] {
	if (typeof value !== 'string' || isPage(value)) return [];
	const text = value
		.slice(0, LONGEST_WORDS * 4)
		.replace(/[\p{C}\s]+/gu, ' ')
		.trim();
	return text === '' ? [] : [shortened(text, LONGEST_WORDS)];
}
