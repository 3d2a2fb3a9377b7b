import { BYTES_OF_A_COLOR, pixelsOf, pngOfPalette, type Pixels } from './png';

/** What one byte can distinguish. */
const MOST_COLORS = 256;

/**
 * The same pictures with 256 colors for all of them, in about a third of the bytes. The eye sees
 * fewer colors in n8n: only the edges of letters and icons have more.
 */
export function withFewColors(pngs: Buffer[]): Buffer[] {
	const pictures = pngs.map(pixelsOf);
	const palette = chosen(colorsOf(pictures));
	const numberOf = new Map<number, number>();
	const bytes = Buffer.concat(palette.map((color) => Buffer.from(partsOf(color))));
	return pictures.map((picture) => {
		const numbers = Buffer.alloc(picture.width * picture.height);
		for (let pixel = 0; pixel < numbers.length; pixel++) {
			const color = colorAt(picture, pixel);
			let number = numberOf.get(color);
			if (number === undefined) numberOf.set(color, (number = nearest(palette, color)));
			numbers[pixel] = number;
		}
		return pngOfPalette(picture, bytes, numbers);
	});
}

const colorAt = ({ rgb }: Pixels, pixel: number) => rgb.readUIntBE(pixel * BYTES_OF_A_COLOR, 3);

const partsOf = (color: number) => [color >> 16, (color >> 8) & 255, color & 255];

/** The most frequent colors first. */
function colorsOf(pictures: Pixels[]): number[] {
	const counts = new Map<number, number>();
	for (const picture of pictures) {
		for (let pixel = 0; pixel < picture.width * picture.height; pixel++) {
			const color = colorAt(picture, pixel);
			counts.set(color, (counts.get(color) ?? 0) + 1);
		}
	}
	return [...counts].sort(([, one], [, other]) => other - one).map(([color]) => color);
}

/** The most frequent colors, far enough apart that one byte can number all of them. */
function chosen(colors: number[]): number[] {
	for (let apart = 0; ; apart += 2) {
		const palette: number[] = [];
		for (const color of colors) {
			if (palette.every((other) => distance(color, other) > apart * apart)) palette.push(color);
			if (palette.length > MOST_COLORS) break;
		}
		if (palette.length <= MOST_COLORS) return palette;
	}
}

function nearest(palette: number[], color: number): number {
	const distances = palette.map((other) => distance(color, other));
	return distances.indexOf(Math.min(...distances));
}

function distance(one: number, other: number): number {
	const parts = partsOf(other);
	return partsOf(one).reduce((sum, part, index) => sum + (part - parts[index]) ** 2, 0);
}
