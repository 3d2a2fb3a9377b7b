import { stringify } from 'flatted';
import { inspect } from 'node:util';
import type { Logger } from 'n8n-workflow';

interface Piece {
	place: string;
	renderings: () => string[];
}

/** Everything that leaves the engine where somebody could read it. */
export class Output {
	readonly lines: string[] = [];

	private readonly pieces: Piece[] = [];

	/** Something that is kept or shown: rendered when it is searched. */
	record(place: string, value: unknown): void {
		this.pieces.push({ place, renderings: () => renderings(value) });
	}

	/** A log line is rendered when it is written, as n8n does. */
	log(level: string, message: string, metadata?: unknown): void {
		const rendered = [message, ...(metadata === undefined ? [] : renderings(metadata))];
		this.lines.push(`${level} ${rendered.slice(0, 2).join(' ')}`);
		this.pieces.push({ place: `log ${this.lines.length} (${level})`, renderings: () => rendered });
	}

	/** The places that hold the secret: as it is, escaped, or encoded as headers and URLs have it. */
	mentions(secret: string): string[] {
		const disguises = new Set([
			secret,
			JSON.stringify(secret).slice(1, -1),
			encodeURIComponent(secret),
			Buffer.from(secret).toString('base64'),
		]);
		return this.pieces
			.filter(({ renderings }) =>
				renderings().some((text) => [...disguises].some((disguise) => text.includes(disguise))),
			)
			.map(({ place }) => place);
	}
}

export function recordingLogger(output: Output): Logger & { scoped: () => Logger } {
	const at = (level: string) => (message: string, metadata?: object) =>
		output.log(level, message, metadata);
	const logger = {
		error: at('error'),
		warn: at('warn'),
		info: at('info'),
		debug: at('debug'),
		scoped: () => logger,
	};
	return logger;
}

function renderings(value: unknown): string[] {
	return [
		inspect(value, {
			depth: Infinity,
			showHidden: true,
			maxArrayLength: null,
			maxStringLength: null,
		}),
		stringify(value),
		...parts(value),
	];
}

/** The texts that neither JSON nor inspect show: what an error or a getter hides, found by walking. */
function parts(value: unknown, seen = new Set<unknown>()): string[] {
	if (typeof value === 'string') return [value];
	if (typeof value !== 'object' || value === null || seen.has(value)) return [];
	seen.add(value);
	return Object.getOwnPropertyNames(value).flatMap((key) => [
		key,
		...parts((value as Record<string, unknown>)[key], seen),
	]);
}
