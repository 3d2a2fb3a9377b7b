import { stringify } from 'flatted';
import { inspect } from 'node:util';
import type { Logger } from 'n8n-workflow';

interface Piece {
	place: string;
	renderings: () => string[];
}

/** Everything that leaves the engine where a person could read it. */
export class Output {
	readonly lines: string[] = [];

	private readonly pieces: Piece[] = [];

	/** Something that is kept or shown. It is rendered when it is searched. */
	record(place: string, value: unknown): void {
		this.pieces.push({ place, renderings: () => renderings(value) });
	}

	/** A log line is rendered when it is written, as in n8n. */
	log(level: string, message: string, metadata?: unknown): void {
		const rendered = [message, ...(metadata === undefined ? [] : renderings(metadata))];
		this.lines.push(`${level} ${rendered.slice(0, 2).join(' ')}`);
		this.pieces.push({ place: `log ${this.lines.length} (${level})`, renderings: () => rendered });
	}

	forget(): void {
		this.lines.length = 0;
		this.pieces.length = 0;
	}

	/** The places that contain the secret: as it is, escaped, or encoded for headers and URLs. */
	mentions(secret: string): string[] {
		const disguises = new Set([
			secret,
			JSON.stringify(secret).slice(1, -1),
			encodeURIComponent(secret),
			...[0, 1, 2].map((offset) => inBase64(secret, offset)),
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

/**
 * How the text looks in base64 after this many other bytes, without the characters that it shares
 * with them.
 */
function inBase64(text: string, offset: number): string {
	const bytes = Buffer.concat([Buffer.alloc(offset), Buffer.from(text)]);
	const encoded = bytes.toString('base64').replace(/=+$/, '');
	return encoded.slice(offset === 0 ? 0 : offset + 1, bytes.length % 3 === 0 ? undefined : -1);
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

/** The texts that neither JSON nor inspect shows, for example what an error or a getter hides. */
function parts(value: unknown, seen = new Set<unknown>()): string[] {
	if (typeof value === 'string') return [value];
	if (typeof value !== 'object' || value === null || seen.has(value)) return [];
	seen.add(value);
	return Object.getOwnPropertyNames(value).flatMap((key) => [
		key,
		...parts((value as Record<string, unknown>)[key], seen),
	]);
}
