import type { VirtualTime } from '../../core/virtualTime';
import type { Line } from '../n8n/connection';
import type { Spell } from '../weather/spells';

const SERVER_PATIENCE_MS = 3 * 60_000;
const PIECES = 12;

/** Sends a body at once, slowly but steadily, or incompletely. */
export async function sendBody(
	time: VirtualTime,
	line: Line,
	text: string,
	manner: Spell | undefined,
	whole: () => void,
): Promise<void> {
	const half = text.slice(0, text.length >> 1);
	switch (manner?.kind) {
		case 'slowBodies': {
			const length = Math.ceil(text.length / PIECES);
			for (let from = 0; from < text.length && !line.isClosed; from += length) {
				line.send(text.slice(from, from + length));
				await time.sleep(manner.amount);
			}
			if (line.isClosed) return;
			whole();
			return line.end();
		}
		case 'stalledBodies':
			line.send(half);
			// No server keeps a silent connection forever.
			await time.sleep(SERVER_PATIENCE_MS);
			return line.breakOff('ECONNRESET');
		case 'cutBodies':
			line.send(half);
			await time.sleep(50);
			return line.breakOff('ECONNRESET');
		case 'brokenBodies':
			line.send(half);
			whole();
			return line.end();
		default:
			line.send(text);
			whole();
			return line.end();
	}
}
