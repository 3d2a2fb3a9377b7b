import type { Plot, Point, Series } from '../bench';
import { type Scale, scaleOf } from './scale';
import { COLORS, STYLE } from './style';

const WIDTH = 760;
const LEFT = 70;
const RIGHT = 24;
const TOP = 44;
const HEIGHT = 280;
const BOTTOM = 52;
const LEGEND_LINE = 20;
const CAP = 4;

interface Place {
	x(value: number): number;
	y(value: number): number;
}

/** A standalone picture: no script, no external files, light or dark like the reader's screen. */
export function drawPlot(plot: Plot): string {
	const points = plot.series.flatMap((series) => series.points);
	const x = scaleOf(
		plot.x,
		points.map((point) => point.x),
	);
	const y = scaleOf(
		plot.y,
		points.flatMap((point) => [point.y, point.low ?? point.y, point.high ?? point.y]),
	);
	const place: Place = {
		x: (value) => LEFT + x.at(value) * (WIDTH - LEFT - RIGHT),
		y: (value) => TOP + (1 - y.at(value)) * HEIGHT,
	};
	const height = TOP + HEIGHT + BOTTOM + plot.series.length * LEGEND_LINE;
	const name = escaped(plot.title);
	return [
		`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" role="img" aria-label="${name}">`,
		`<title>${name}</title>`,
		`<style>${STYLE}</style>`,
		`<rect class="paper" width="${WIDTH}" height="${height}" rx="6"/>`,
		`<text class="title" x="${LEFT}" y="24">${name}</text>`,
		...axes(plot, x, y),
		...plot.series.flatMap((series, index) => drawSeries(series, index % COLORS, place)),
		...plot.series.map((series, index) => legend(series, index)),
		'</svg>\n',
	].join('\n');
}

function axes(plot: Plot, x: Scale, y: Scale): string[] {
	const end = WIDTH - RIGHT;
	const floor = TOP + HEIGHT;
	return [
		...y.ticks.flatMap(({ at, text }) => {
			const height = round(floor - at * HEIGHT);
			return [
				`<line class="grid" x1="${LEFT}" x2="${end}" y1="${height}" y2="${height}"/>`,
				`<text x="${LEFT - 8}" y="${round(height + 4)}" text-anchor="end">${text}</text>`,
			];
		}),
		...x.ticks.map(({ at, text }) => {
			const left = round(LEFT + at * (end - LEFT));
			return `<text x="${left}" y="${floor + 19}" text-anchor="middle">${text}</text>`;
		}),
		`<text x="${(LEFT + end) / 2}" y="${floor + 38}" text-anchor="middle">${escaped(plot.x.label)}</text>`,
		`<text transform="translate(16 ${TOP + HEIGHT / 2}) rotate(-90)" text-anchor="middle">${escaped(plot.y.label)}</text>`,
	];
}

function drawSeries({ points }: Series, color: number, place: Place): string[] {
	const path = points.map((point) => `${round(place.x(point.x))},${round(place.y(point.y))}`);
	return [
		`<g class="s${color}" stroke="currentColor" fill="currentColor">`,
		`<polyline fill="none" stroke-width="2" points="${path.join(' ')}"/>`,
		...points.flatMap((point) => [
			...spread(point, place),
			`<circle cx="${round(place.x(point.x))}" cy="${round(place.y(point.y))}" r="3.5"/>`,
		]),
		'</g>',
	];
}

function spread({ x, low, high }: Point, place: Place): string[] {
	if (low === undefined || high === undefined) return [];
	const left = round(place.x(x));
	const [from, to] = [round(place.y(low)), round(place.y(high))];
	return [
		`<path fill="none" d="M${left - CAP} ${from}h${2 * CAP}M${left} ${from}V${to}M${left - CAP} ${to}h${2 * CAP}"/>`,
	];
}

function legend({ name }: Series, index: number): string {
	const height = TOP + HEIGHT + BOTTOM + 6 + index * LEGEND_LINE;
	return `<g class="s${index % COLORS}"><rect x="${LEFT}" y="${height - 10}" width="12" height="12" rx="3" fill="currentColor"/><text x="${LEFT + 20}" y="${height}">${escaped(name)}</text></g>`;
}

function round(value: number): number {
	return Math.round(value * 10) / 10;
}

function escaped(text: string): string {
	return text
		.replaceAll('&', '&amp;')
		.replaceAll('<', '&lt;')
		.replaceAll('>', '&gt;')
		.replaceAll('"', '&quot;');
}
