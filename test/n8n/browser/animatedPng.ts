import { crc32 } from 'node:zlib';

/** A picture of an animation, and how long it stays. */
export interface Frame {
	png: Buffer;
	milliseconds: number;
}

interface Chunk {
	type: string;
	data: Buffer;
}

const SIGNATURE_BYTES = 8;
/** Length, type and checksum. */
const AROUND_DATA = 12;

/** One PNG of several of the same size, which a browser shows one after the other, for ever. */
export function animatedPng(frames: Frame[]): Buffer {
	const pictures = frames.map(({ png }) => chunksOf(png));
	const [header] = pictures[0];
	const others = pictures.map(([own]) => own.data.toString('hex'));
	if (new Set(others).size > 1) throw new Error('The frames differ in size or colors');

	let sequence = 0;
	const numbered = (type: string, data: Buffer) => chunk(type, uint32(sequence++), data);
	const animated = pictures.flatMap((picture, index) => {
		const control = numbered('fcTL', frameControl(header.data, frames[index].milliseconds));
		const pixels = picture.filter(({ type }) => type === 'IDAT');
		// The first one is what those see who know nothing of animations.
		if (index === 0) return [control, ...pixels.map(({ type, data }) => chunk(type, data))];
		return [control, ...pixels.map(({ data }) => numbered('fdAT', data))];
	});
	return Buffer.concat([
		frames[0].png.subarray(0, SIGNATURE_BYTES),
		chunk('IHDR', header.data),
		chunk('acTL', uint32(frames.length), uint32(0)),
		...animated,
		chunk('IEND'),
	]);
}

/** The whole picture, in place of the one before. */
function frameControl(header: Buffer, milliseconds: number): Buffer {
	const size = header.subarray(0, 8);
	const delay = Buffer.alloc(4);
	delay.writeUInt16BE(milliseconds, 0);
	delay.writeUInt16BE(1_000, 2);
	return Buffer.concat([size, uint32(0), uint32(0), delay, Buffer.alloc(2)]);
}

function chunksOf(png: Buffer): Chunk[] {
	const chunks: Chunk[] = [];
	for (let at = SIGNATURE_BYTES; at < png.length; ) {
		const length = png.readUInt32BE(at);
		chunks.push({
			type: png.toString('latin1', at + 4, at + 8),
			data: png.subarray(at + 8, at + 8 + length),
		});
		at += length + AROUND_DATA;
	}
	return chunks;
}

function chunk(type: string, ...parts: Buffer[]): Buffer {
	const data = Buffer.concat(parts);
	const checked = Buffer.concat([Buffer.from(type, 'latin1'), data]);
	return Buffer.concat([uint32(data.length), checked, uint32(crc32(checked))]);
}

function uint32(value: number): Buffer {
	const bytes = Buffer.alloc(4);
	bytes.writeUInt32BE(value);
	return bytes;
}
