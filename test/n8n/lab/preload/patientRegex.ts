/**
 * Loaded into n8n before anything else. n8n ends a regular expression after a quarter of a second
 * by the clock, and a busy machine may hold n8n for longer than that in any of them.
 */
import { type Context, type RunningCodeOptions, Script } from 'node:vm';

const PATIENCE_MS = 30_000;

const run = Reflect.get(Script.prototype, 'runInContext') as (
	this: Script,
	context: Context,
	options?: RunningCodeOptions,
) => unknown;

Script.prototype.runInContext = function (context, options) {
	const patient = options?.timeout === undefined ? options : { ...options, timeout: PATIENCE_MS };
	return run.call(this, context, patient);
};
