/**
 * Loaded into n8n before anything else: the time of day is the machine's plus what stands in the
 * file, so that a day passes in an instant. Timers stay as they are.
 */
import { openSync, readSync } from 'node:fs';

const file = openSync(process.env.LAB_CLOCK_FILE ?? '', 'r');
const offset = new Float64Array(1);
const bytes = new Uint8Array(offset.buffer);

const RealDate = Date;
const realNow = RealDate.now;

function now(): number {
	readSync(file, bytes, 0, bytes.length, 0);
	return realNow() + offset[0];
}

RealDate.now = now;
globalThis.Date = new Proxy(RealDate, {
	apply: () => new RealDate(now()).toString(),
	construct: (date, args: unknown[], target) =>
		Reflect.construct(date, args.length > 0 ? args : [now()], target) as object,
});
