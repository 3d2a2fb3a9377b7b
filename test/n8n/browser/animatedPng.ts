import { chunk, chunksOf, SIGNATURE, uint32 } from './png';

/** A picture of an animation, and how long it is shown. */
export interface Frame {
	png: Buffer;
	milliseconds: number;
}

/** Combines pictures of the same size and colors into one PNG, an endless loop. */
export function animatedPng(frames: Frame[]): Buffer {
	const pictures = frames.map(({ png }) => chunksOf(png));
	const [[header]] = pictures;
	const palettes = pictures.map((chunks) => chunks.filter(({ type }) => type === 'PLTE'));
	const others = pictures.map(([own], index) =>
		[own, ...palettes[index]].map(({ data }) => data.toString('hex')).join(),
	);
	if (new Set(others).size > 1) throw new Error('The frames differ in size or colors');

	let sequence = 0;
	const numbered = (type: string, data: Buffer) => chunk(type, uint32(sequence++), data);
	const animated = pictures.flatMap((picture, index) => {
		const control = numbered('fcTL', frameControl(header.data, frames[index].milliseconds));
		const pixels = picture.filter(({ type }) => type === 'IDAT');
		// The first picture is shown by programs that do not know animations.
		if (index === 0) return [control, ...pixels.map(({ type, data }) => chunk(type, data))];
		return [control, ...pixels.map(({ data }) => numbered('fdAT', data))];
	});
	return Buffer.concat([
		SIGNATURE,
		chunk('IHDR', header.data),
		chunk('acTL', uint32(frames.length), uint32(0)),
		...palettes[0].map(({ type, data }) => chunk(type, data)),
		...animated,
		chunk('IEND'),
	]);
}

/** The whole picture, replacing the previous one. */
function frameControl(header: Buffer, milliseconds: number): Buffer {
	const size = header.subarray(0, 8);
	const delay = Buffer.alloc(4);
	delay.writeUInt16BE(milliseconds, 0);
	delay.writeUInt16BE(1_000, 2);
	return Buffer.concat([size, uint32(0), uint32(0), delay, Buffer.alloc(2)]);
}
