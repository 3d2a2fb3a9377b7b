import { install } from '../../../engine/harness/installation';
import { Container, Logger } from '../../../engine/harness/n8n';
import { Output } from '../../../engine/harness/output';
import { LoggerProxy } from 'n8n-workflow';
import { installWire } from './wire';

type Log = (level: string, text: string) => void;

let log: Log = () => {};
let isInstalled = false;

/** What n8n sets up when it starts. Its log goes to the current life. */
export function installN8n(): { to(listener: Log): void } {
	if (!isInstalled) {
		isInstalled = true;
		const installation = install(new Output());
		process.on('exit', installation.remove);
		const at = (level: string) => (text: string) => log(level, text);
		const logger = {
			...{ error: at('error'), warn: at('warn'), info: at('info'), debug: at('debug') },
			scoped: () => logger,
		};
		Container.set(Logger, logger as never);
		LoggerProxy.init(logger as never);
		installWire();
	}
	return { to: (listener) => void (log = listener) };
}
