/** Counts what compiled code does (see countingTransform.js), wherever Jest loads it again. */
interface Steps {
	count: number;
	/** Calls a method, and adds what a built-in one goes over. */
	call(target: unknown, name: string, ...args: unknown[]): unknown;
	/** What is spread into a list or into arguments. */
	entries(list: Iterable<unknown>): Iterable<unknown>;
	/** What is spread into an object. */
	fields<T>(object: T): T;
	/** A new text, Set or Map. */
	made<T>(value: T): T;
}

type Weigh = (target: never, args: never, made: never) => number;

const own = (target: { length: number }) => target.length;
const result = (_: unknown, __: unknown, made: { length: number }) => made.length;
const untilFound = ({ length }: { length: number }, [, from = 0]: unknown[], at: number) =>
	(at < 0 ? length : at + 1) - Number(from);
const given = (_: unknown, [first]: Array<{ length?: number }>) => first?.length ?? 0;
const names = (_: unknown, [first]: unknown[]) => sizeOf(first);

function every(weigh: Weigh, ...methods: string[]): Array<[string, Weigh]> {
	return methods.map((method) => [method, weigh]);
}

const OF_LISTS = new Map([
	...every(untilFound as Weigh, 'indexOf'),
	...every(own, 'includes', 'lastIndexOf', 'filter', 'sort', 'reverse', 'shift', 'unshift', 'fill'),
	...every(result, 'map', 'flatMap', 'flat', 'slice', 'concat', 'join', 'splice', 'toSorted'),
]);
const OF_TEXTS = new Map([
	...every(untilFound as Weigh, 'indexOf'),
	...every(own, 'includes', 'lastIndexOf', 'split', 'replace', 'replaceAll', 'match', 'matchAll'),
	...every(own, 'trim', 'trimStart', 'trimEnd', 'toLowerCase', 'toUpperCase', 'normalize'),
	...every(own, 'search', 'localeCompare'),
	...every(result, 'repeat', 'padStart', 'padEnd', 'concat'),
	...every(given as Weigh, 'startsWith', 'endsWith'),
]);
const OF_PATTERNS = new Map(every(given as Weigh, 'test', 'exec'));
const OF_BUFFERS = new Map([
	...every(own, 'toString', 'indexOf', 'includes', 'equals'),
	...every(result, 'subarray', 'slice'),
]);
const OF_HASHES = new Map(every(given as Weigh, 'update'));
const STATIC = new Map<unknown, Map<string, Weigh>>([
	[JSON, new Map([...every(given as Weigh, 'parse'), ...every(result, 'stringify')])],
	[Object, new Map(every(names as Weigh, 'entries', 'keys', 'values', 'fromEntries', 'assign'))],
	[Array, new Map(every(result, 'from', 'of'))],
	[Buffer, new Map(every(result, 'from', 'concat'))],
]);

function methodsOf(target: unknown): Map<string, Weigh> | undefined {
	if (typeof target === 'string') return OF_TEXTS;
	if (Array.isArray(target)) return OF_LISTS;
	if (target instanceof RegExp) return OF_PATTERNS;
	if (Buffer.isBuffer(target)) return OF_BUFFERS;
	if (typeof target === 'object' && target !== null && 'digest' in target) return OF_HASHES;
	return STATIC.get(target);
}

function sizeOf(value: unknown): number {
	if (typeof value === 'string' || Array.isArray(value)) return value.length;
	if (value instanceof Set || value instanceof Map) return value.size;
	return typeof value === 'object' && value !== null ? Object.keys(value).length : 0;
}

const counting: Steps = {
	count: 0,
	call(target, name, ...args) {
		const method = (target as Record<string, unknown>)[name];
		const made = Reflect.apply(method as () => unknown, target, args);
		const weigh = methodsOf(target)?.get(name);
		if (weigh) counting.count += weigh(target as never, args as never, made as never) || 0;
		return made;
	},
	entries(list) {
		const whole = Array.isArray(list) || typeof list === 'string' ? list : [...list];
		counting.count += whole.length;
		return whole;
	},
	fields(object) {
		counting.count += sizeOf(object);
		return object;
	},
	made(value) {
		counting.count += sizeOf(value);
		return value;
	},
};

const world = globalThis as { $steps?: Steps };

export const steps = (world.$steps ??= counting);
