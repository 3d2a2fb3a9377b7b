import type { Axis } from '../bench';

interface Tick {
	/** 0 at the beginning of the axis, 1 at its end. */
	at: number;
	text: string;
}

export interface Scale {
	at(value: number): number;
	ticks: Tick[];
}

const TICKS = 5;
const figure = new Intl.NumberFormat('en-US', { maximumSignificantDigits: 3 });

/**
 * Linear axes begin at zero, because a shortened axis makes differences look larger than they are.
 */
export function scaleOf({ scale }: Axis, values: number[]): Scale {
	return scale === 'log' ? logarithmic(values) : linear(Math.max(0, ...values));
}

function linear(highest: number): Scale {
	const step = roundStep(highest === 0 ? 1 : highest / TICKS);
	const end = Math.max(step, Math.ceil(highest / step - 1e-9) * step);
	const count = Math.round(end / step);
	return {
		at: (value) => value / end,
		ticks: Array.from({ length: count + 1 }, (_, index) => ({
			at: index / count,
			text: figure.format(index * step),
		})),
	};
}

function roundStep(rough: number): number {
	const power = 10 ** Math.floor(Math.log10(rough));
	const factor = [1, 2, 5, 10].find((candidate) => candidate * power >= rough - 1e-12) ?? 10;
	return factor * power;
}

/** If only a few values were measured, for example numbers of senders, each gets its tick. */
function logarithmic(values: number[]): Scale {
	if (values.some((value) => value <= 0)) throw new Error('A logarithmic axis has no zero');
	const own = [...new Set(values)].sort((a, b) => a - b);
	const [lowest, highest] = [Math.log10(own[0]), Math.log10(own[own.length - 1])];
	const isFew = own.length <= TICKS + 1;
	const begin = isFew ? lowest : Math.floor(lowest + 1e-9);
	const end = Math.max(isFew ? highest : Math.ceil(highest - 1e-9), begin + Number.EPSILON);
	const powers = Array.from({ length: Math.round(end - begin) + 1 }, (_, n) => 10 ** (begin + n));
	const at = (value: number) => (Math.log10(value) - begin) / (end - begin || 1);
	const ticks = isFew ? own : powers;
	return { at, ticks: ticks.map((value) => ({ at: at(value), text: figure.format(value) })) };
}
