export interface Progress {
	/** What is being done now. It is repeated with the time spent until the next call. */
	step(text: () => string): void;
	done(text: string): void;
	/** Stops repeating, also after something went wrong. */
	end(): void;
}

const REPEAT_EVERY_MS = 10_000;

/** Lines for a terminal and a CI log: a download of minutes without output looks like a hang. */
export function progressOn(write: (line: string) => void = toStandardError): Progress {
	const began = Date.now();
	let repeating: NodeJS.Timeout | undefined;
	const spent = () => `${Math.round((Date.now() - began) / 1000)} s`;
	return {
		step(text) {
			clearInterval(repeating);
			write(text());
			repeating = setInterval(() => write(`  ${text()} (${spent()})`), REPEAT_EVERY_MS);
			repeating.unref();
		},
		done(text) {
			clearInterval(repeating);
			write(`${text} (${spent()})`);
		},
		end: () => clearInterval(repeating),
	};
}

function toStandardError(line: string): void {
	process.stderr.write(`${line}\n`);
}
