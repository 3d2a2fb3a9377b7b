import { crc32, deflateSync, inflateSync } from 'node:zlib';

interface Chunk {
	type: string;
	data: Buffer;
}

export const SIGNATURE = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
/** Length, type and checksum. */
const AROUND_DATA = 12;
/** The format of a browser's screenshots: eight bits each for red, green and blue. */
const RGB = 2;
const PALETTE = 3;
export const BYTES_OF_A_COLOR = 3;

export interface Pixels {
	width: number;
	height: number;
	rgb: Buffer;
}

export function chunksOf(png: Buffer): Chunk[] {
	const chunks: Chunk[] = [];
	for (let at = SIGNATURE.length; at < png.length; ) {
		const length = png.readUInt32BE(at);
		chunks.push({
			type: png.toString('latin1', at + 4, at + 8),
			data: png.subarray(at + 8, at + 8 + length),
		});
		at += length + AROUND_DATA;
	}
	return chunks;
}

export function chunk(type: string, ...parts: Buffer[]): Buffer {
	const data = Buffer.concat(parts);
	const checked = Buffer.concat([Buffer.from(type, 'latin1'), data]);
	return Buffer.concat([uint32(data.length), checked, uint32(crc32(checked))]);
}

export function uint32(value: number): Buffer {
	const bytes = Buffer.alloc(4);
	bytes.writeUInt32BE(value);
	return bytes;
}

/** https://www.w3.org/TR/png-3/#9Filter-types */
export function pixelsOf(png: Buffer): Pixels {
	const chunks = chunksOf(png);
	const [{ data: header }] = chunks;
	if (header[8] !== 8 || header[9] !== RGB) throw new Error('Only RGB of eight bits is read here');
	const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)];
	const packed = chunks.filter(({ type }) => type === 'IDAT').map(({ data }) => data);
	const lines = inflateSync(Buffer.concat(packed));
	const stride = width * BYTES_OF_A_COLOR;
	const rgb = Buffer.alloc(height * stride);
	for (let y = 0; y < height; y++) {
		const from = y * (stride + 1);
		const filter = lines[from];
		for (let x = 0; x < stride; x++) {
			const at = y * stride + x;
			const left = x < BYTES_OF_A_COLOR ? 0 : rgb[at - BYTES_OF_A_COLOR];
			const above = y === 0 ? 0 : rgb[at - stride];
			const corner = x < BYTES_OF_A_COLOR || y === 0 ? 0 : rgb[at - stride - BYTES_OF_A_COLOR];
			rgb[at] = lines[from + 1 + x] + predicted(filter, left, above, corner);
		}
	}
	return { width, height, rgb };
}

function predicted(filter: number, left: number, above: number, corner: number): number {
	if (filter === 1) return left;
	if (filter === 2) return above;
	if (filter === 3) return Math.floor((left + above) / 2);
	if (filter === 4) return nearest(left + above - corner, [left, above, corner]);
	return 0;
}

const nearest = (value: number, [first, ...others]: number[]) =>
	others.reduce(
		(best, other) => (Math.abs(value - other) < Math.abs(value - best) ? other : best),
		first,
	);

/** Has a number for each pixel, which stands for a color of the palette. */
export function pngOfPalette({ width, height }: Pixels, palette: Buffer, numbers: Buffer): Buffer {
	const lines = Buffer.alloc(height * (width + 1));
	for (let y = 0; y < height; y++) {
		numbers.copy(lines, y * (width + 1) + 1, y * width, (y + 1) * width);
	}
	return Buffer.concat([
		SIGNATURE,
		chunk('IHDR', uint32(width), uint32(height), Buffer.from([8, PALETTE, 0, 0, 0])),
		chunk('PLTE', palette),
		chunk('IDAT', deflateSync(lines, { level: 9 })),
		chunk('IEND'),
	]);
}
