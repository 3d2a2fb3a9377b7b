import { randomFrom } from '../random';

/** 6.2.5 and 6.2.6 by chance instead of by order; off unless given. */
export interface Weather {
	seed: number;
	/** How likely a message is sent once more. */
	duplicates?: number;
	/** How likely a message (or its copy) is held up, so that later ones overtake it. */
	disorder?: number;
	/** A delay is up to this long. */
	maxDelaySeconds?: number;
}

export interface Forecast {
	delayMs: number;
	/** How long after the message was to be sent each copy of it is sent. */
	copiesAfterMs: number[];
}

const DEFAULT_MAX_DELAY_SECONDS = 60;
const MAX_COPIES = 3;

/** What becomes of one message after the other; each venue draws numbers of its own. */
export function forecasts(weather: Weather | undefined, venue: string): () => Forecast {
	if (!weather) return () => ({ delayMs: 0, copiesAfterMs: [] });
	const { seed, duplicates = 0, disorder = 0 } = weather;
	const { maxDelaySeconds = DEFAULT_MAX_DELAY_SECONDS } = weather;
	const random = randomFrom(seed + hashOf(venue));
	const delay = () => {
		const isHeldUp = random() < disorder;
		const delayMs = Math.ceil(random() * maxDelaySeconds * 1000);
		return isHeldUp ? delayMs : 0;
	};
	return () => {
		const delayMs = delay();
		const copiesAfterMs: number[] = [];
		while (copiesAfterMs.length < MAX_COPIES && random() < duplicates) copiesAfterMs.push(delay());
		return { delayMs, copiesAfterMs };
	};
}

function hashOf(text: string): number {
	return [...text].reduce((hash, letter) => (hash * 31 + letter.charCodeAt(0)) | 0, 0);
}
