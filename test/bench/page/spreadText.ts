import { spreadOf } from '../statistics';

/** The median, with the quartiles in brackets if there is more than one figure. */
export function spreadText(figures: number[], digits = 2): string {
	const { low, median, high } = spreadOf(figures);
	const written = (figure: number) =>
		figure.toLocaleString('en-US', {
			minimumFractionDigits: digits,
			maximumFractionDigits: digits,
		});
	return figures.length === 1
		? written(median)
		: `${written(median)} (${written(low)}–${written(high)})`;
}
