import type { ServerResponse } from 'node:http';
import type { VenueClock } from '../clock';
import { wholeBody, type Answer } from '../endpoints/answers';
import { faultOf, type Fault } from './faults';

const KINDS: ReadonlyArray<Fault['kind']> = ['truncatedBody', 'stall', 'trickle'];

/** Whether the faults concern the transfer of the response rather than its content. */
export function isBadTransfer(faults: readonly Fault[]): boolean {
	return faults.some(({ kind }) => KINDS.includes(kind));
}

/**
 * Sends the head at once and the body as the faults say, all of them in one response: in pieces, with a pause that may never end, and cut in the middle.
 */
export function sendBadly(
	response: ServerResponse,
	answer: Answer,
	faults: readonly Fault[],
	clock: VenueClock,
): void {
	const body =
		answer.body instanceof Uint8Array ? Buffer.from(answer.body) : Buffer.from(wholeBody(answer));
	const cut = faultOf(faults, 'truncatedBody');
	const isCut = cut !== undefined;
	const middle = Math.ceil(body.length / 2);
	const end = isCut ? middle : body.length;
	const stall = faultOf(faults, 'stall');
	const stop = Math.min(end, stall?.afterBytes ?? middle);
	const { pieces, everyMs } = faultOf(faults, 'trickle') ?? { pieces: 1, everyMs: 0 };
	const size = Math.max(1, Math.ceil(body.length / pieces));

	const pauseAt = (position: number) =>
		(position > 0 && position % size === 0 ? everyMs : 0) +
		(stall && position === stop ? (stall.ms ?? Infinity) : 0);
	const starts = new Set([stop]);
	for (let start = 0; start < end; start += size) starts.add(start);
	const positions = [...starts].filter((start) => start < end).sort((a, b) => a - b);

	const steps: Array<{ at: number; run: () => void }> = [];
	let at = clock.now();
	for (const [index, from] of positions.entries()) {
		const piece = body.subarray(from, positions[index + 1] ?? end);
		at += pauseAt(from);
		steps.push({ at, run: () => void response.write(piece) });
	}
	if (isCut) at += pauseAt(end);
	steps.push({
		at,
		run: () => (isCut ? response.write('', () => response.destroy()) : response.end()),
	});

	const length = body.length + (isCut ? 1 : 0);
	const framing = cut?.isChunked ? {} : { 'content-length': length };
	response.writeHead(answer.status, { ...answer.headers, ...framing });
	response.flushHeaders();
	for (const step of steps) {
		if (step.at <= clock.now()) step.run();
		else if (step.at < Infinity) clock.schedule(step.at, () => response.destroyed || step.run());
	}
}
