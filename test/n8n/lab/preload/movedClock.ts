/**
 * Loaded into n8n before anything else. The date is the machine's plus the offset in the file, so a
 * day can pass at once. Timers do not change.
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
