import { randomFrom } from '../random';

/** 6.2.5 and 6.2.6 at random instead of on demand; off by default. */
export interface Weather {
	seed: number;
	/** How likely it is that a message is sent again. */
	duplicates?: number;
	/** How likely it is that a message or its copy is delayed, so later ones overtake it. */
	disorder?: number;
	/** The longest delay. */
	maxDelaySeconds?: number;
}

export interface Forecast {
	delayMs: number;
	/** For each copy, how long after the message's own time it is sent. */
	copiesAfterMs: number[];
}

const DEFAULT_MAX_DELAY_SECONDS = 60;
const MAX_COPIES = 3;

/** Decides for one message after the other. Each venue draws its own numbers. */
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
