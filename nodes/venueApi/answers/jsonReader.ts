import { COST, FEW_FIELDS, Names } from './jsonCost';
import {
	append,
	CLOSING_CURLY,
	CLOSING_SQUARE,
	DEEPEST_JSON,
	isBlank,
	nameIn,
	OPENING_CURLY,
	OPENING_SQUARE,
	QUOTE,
	Texts,
} from './jsonText';
import { type LongList, Sieve } from './longList';
import { listNames, setField } from '../records';

/** Text that begins like JSON but is invalid or incomplete. */
export const BROKEN = Symbol('broken JSON');

/** V8 joins the text in one go, and n8n can do nothing else meanwhile. */
const LONGEST_JSON_TEXT = 32 * 2 ** 20;

const COMMA = 0x2c;
const COLON = 0x3a;

/** An object or a list whose end has not arrived yet. */
interface Unfinished {
	value: unknown[] | Record<string, unknown>;
	/** What has to come next. */
	next: 'elementOrEnd' | 'element' | 'commaOrEnd';
	/** How many fields of an object have arrived. */
	fields: number;
}

/**
 * Parses JSON while it arrives, and drops the text of what is complete. So a large response is
 * never in memory as text, never blocks n8n until it is parsed, and can be given up as soon as it
 * costs too much or contains what is wanted.
 */
export class JsonReader {
	/** Estimated memory of all that was read. */
	work = 0;
	/** Estimated memory of what was read and not kept. */
	private released = 0;
	private readonly sieve?: Sieve;
	private place: 'before' | 'inside' | 'behind' | 'otherText' = 'before';
	private root: unknown;
	/** From the root to the object or list that the next character belongs to. */
	private path: Unfinished[] = [];
	/** Text after the last complete element of the innermost one, or all of a text that is not JSON. */
	private rest: string[] = [];
	private restLength = 0;
	private depth = 0;
	private readonly texts = new Texts();
	private readonly names = new Names();
	/** Length of the current or last string, whose cost has not been added yet. */
	private textLength = 0;
	private isBroken = false;
	private isEnough = false;
	private list?: unknown[];
	/** By depth, in this part: the end of the last complete element, and the last bracket. */
	private readonly ends = new Int32Array(DEEPEST_JSON + 2);
	private readonly brackets = new Int32Array(DEEPEST_JSON + 2);

	constructor(private readonly wanted?: LongList) {
		const sieve = wanted && new Sieve(wanted);
		if (sieve?.isNeeded) this.sieve = sieve;
	}

	/** Estimated memory of what is kept. */
	get cost(): number {
		return this.work - this.released;
	}

	/** How many entries of the list were not kept. */
	get leftOut(): number {
		return this.sieve?.leftOut ?? 0;
	}

	/** Returns whether the rest is not needed: what is wanted is there, or the text cannot be used. */
	add(part: string): boolean {
		const isOver = this.take(part);
		if (!this.isBroken) this.sift();
		return isOver || this.isBroken || this.hasEnough();
	}

	private take(part: string): boolean {
		this.work += part.length * COST.character;
		if (this.place === 'before') return this.begin(part.trimStart());
		if (this.place === 'inside') return this.read(part, 0);
		if (this.place === 'behind') return this.readBehind(part);
		this.keepOther(part);
		return false;
	}

	/** The value, or the text if it is neither an object nor a list. */
	result(): unknown {
		if (this.place === 'before' || this.place === 'otherText') return this.rest.join('');
		const isWhole = this.place === 'behind' || this.isEnough;
		return isWhole && !this.isBroken ? this.root : BROKEN;
	}

	private begin(text: string): boolean {
		if (text === '') return false;
		const bracket = text.charCodeAt(0);
		if (bracket !== OPENING_SQUARE && bracket !== OPENING_CURLY) {
			this.place = 'otherText';
			this.keepOther(text);
			return false;
		}
		this.place = 'inside';
		this.root = this.enter(bracket);
		this.depth = 1;
		return this.read(text, 1);
	}

	private readBehind(text: string): boolean {
		this.place = 'behind';
		this.isBroken ||= !isBlank(text);
		return this.isBroken;
	}

	private read(part: string, begin: number): boolean {
		const { texts, ends, names } = this;
		let { depth } = this;
		let cost = 0;
		let from = begin;
		let textAt = -1;
		let textEnd = -1;
		let { textLength } = this;
		const namesCount = names.beginPart();
		ends[depth] = begin;
		for (let at = begin; at < part.length; at++) {
			if (texts.isInText) {
				textEnd = texts.end(part, at);
				textLength += textEnd - at;
				at = textEnd;
				continue;
			}
			switch (part.charCodeAt(at)) {
				case QUOTE:
					texts.isInText = true;
					textAt = at + 1;
					cost += COST.text + textLength * COST.characterOfText;
					textLength = 0;
					break;
				case COLON:
					// The string before it was a name.
					cost -= COST.text;
					textLength = 0;
					if (namesCount > 0 && names.isNew(part, textAt, textEnd)) {
						cost += namesCount * COST.newName;
					}
					break;
				case COMMA:
					ends[depth] = at + 1;
					cost += COST.separator;
					break;
				case OPENING_SQUARE:
				case OPENING_CURLY:
					if (++depth > DEEPEST_JSON) return this.breakOff();
					this.brackets[depth] = at;
					ends[depth] = at + 1;
					cost += COST.container;
					break;
				case CLOSING_SQUARE:
				case CLOSING_CURLY:
					if (depth-- === this.path.length) {
						this.leave(this.takeRest(part.slice(from, at)), part.charCodeAt(at));
						if (this.isBroken) return true;
						from = at + 1;
						if (depth === 0) {
							this.work += cost + textLength * COST.characterOfText;
							return this.readBehind(part.slice(from));
						}
					}
					ends[depth] = at + 1;
			}
		}
		this.depth = depth;
		this.textLength = textLength;
		this.work += cost;
		this.readUnfinished(part, from);
		return this.isBroken;
	}

	/** At the end of a part: parses everything that is complete, on each level. */
	private readUnfinished(part: string, begin: number): void {
		let from = begin;
		const takeComplete = () => {
			const end = this.ends[this.path.length];
			if (end <= from) return;
			this.takeElements(this.takeRest(part.slice(from, end)));
			from = end;
		};
		while (this.path.length < this.depth && !this.isBroken) {
			takeComplete();
			const bracketAt = this.brackets[this.path.length + 1];
			this.open(this.takeRest(part.slice(from, bracketAt)), part.charCodeAt(bracketAt));
			from = bracketAt + 1;
		}
		if (this.isBroken) return;
		takeComplete();
		this.keep(part.slice(from));
	}

	/** An object or a list begins after this text. */
	private open(text: string, bracket: number): void {
		const parent = this.path[this.path.length - 1];
		const name = Array.isArray(parent.value) ? undefined : nameIn(text);
		const isExpected = Array.isArray(parent.value) ? isBlank(text) : name !== undefined;
		if (!isExpected || parent.next === 'commaOrEnd') return void this.breakOff();
		const isInRoot = this.path.length === 1;
		const value = this.enter(bracket);
		if (Array.isArray(parent.value)) parent.value.push(value);
		else setField(parent.value, name as string, value);
		const isInList = this.path.slice(0, -2).some((outer) => Array.isArray(outer.value));
		if (!Array.isArray(parent.value) || !isInList) this.count(parent, 1);
		const isList = isInRoot && name !== undefined && listNames(this.wanted?.name).includes(name);
		if (isList && Array.isArray(value)) this.list ??= value;
	}

	private enter(bracket: number): unknown {
		const value = bracket === OPENING_SQUARE ? [] : {};
		if (this.path.length === 0 && Array.isArray(value)) this.list = value;
		this.path.push({ value, next: 'elementOrEnd', fields: 0 });
		return value;
	}

	/** An object or a list ends after this text. */
	private leave(text: string, bracket: number): void {
		const inner = this.path[this.path.length - 1];
		if (!isBlank(text)) this.takeElements(text);
		const isList = Array.isArray(inner.value);
		if (isList !== (bracket === CLOSING_SQUARE) || inner.next === 'element') this.breakOff();
		this.path.pop();
		const parent = this.path[this.path.length - 1];
		if (parent) parent.next = 'commaOrEnd';
	}

	/** Complete elements of the innermost object or list, maybe with a comma before or after them. */
	private takeElements(text: string): void {
		const inner = this.path[this.path.length - 1];
		let elements = text;
		if (inner.next === 'commaOrEnd') {
			elements = text.trimStart();
			if (!elements.startsWith(',')) return void this.breakOff();
			elements = elements.slice(1);
			inner.next = 'element';
			if (elements === '') return;
		}
		const isFollowed = elements.endsWith(',');
		if (isFollowed) elements = elements.slice(0, -1);
		inner.next = isFollowed ? 'element' : 'commaOrEnd';
		const count = append(inner.value, elements);
		if (count === undefined) this.breakOff();
		else this.count(inner, count);
	}

	/** What records and fields cost besides their content, wherever a server splits them. */
	private count(inner: Unfinished, more: number): void {
		if (Array.isArray(inner.value)) {
			this.work += more * COST.record;
			return;
		}
		const costly = () => Math.max(inner.fields - FEW_FIELDS, 0);
		const before = costly();
		inner.fields += more;
		this.work += (costly() - before) * COST.field;
	}

	private sift(): void {
		const { list, sieve } = this;
		if (!list || !sieve?.sift(list, this.completeEntries(list))) return;
		this.released = Math.max(this.released, this.work - sieve.cost);
	}

	/** The last entry may be incomplete. */
	private completeEntries(list: unknown[]): number {
		const at = this.path.findIndex(({ value }) => value === list);
		return at >= 0 && at < this.path.length - 1 ? list.length - 1 : list.length;
	}

	private hasEnough(): boolean {
		const { list, wanted } = this;
		if (list === undefined || wanted === undefined) return false;
		if (this.completeEntries(list) < wanted.atMost) return false;
		list.length = wanted.atMost;
		return (this.isEnough = true);
	}

	private breakOff(): boolean {
		return (this.isBroken = true);
	}

	private keep(text: string): void {
		if (text === '') return;
		this.rest.push(text);
		this.restLength += text.length;
		if (this.restLength > LONGEST_JSON_TEXT) this.work += COST.tooLong;
	}

	private keepOther(text: string): void {
		this.rest.push(text);
		this.work += text.length * COST.otherText;
	}

	private takeRest(end: string): string {
		if (this.rest.length === 0) return end;
		const text = this.rest.join('') + end;
		this.rest = [];
		this.restLength = 0;
		return text;
	}
}
