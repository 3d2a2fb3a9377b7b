import { createRequire } from 'node:module';
import { version } from 'n8n-core/package.json';
import type { Logger as N8nLogger } from 'n8n-workflow';

// n8n-core has its own copies of the @n8n packages. A plain import would find other copies, with a
// different container than the one that n8n-core uses.
const requireOfCore = createRequire(require.resolve('n8n-core'));

type Service<T> = abstract new (...dependencies: never[]) => T;

interface ServiceContainer {
	get<T>(service: Service<T>): T;
	set<T>(service: Service<T>, instance: T): void;
	reset(): void;
}

const { Container } = requireOfCore('@n8n/di') as { Container: ServiceContainer };
const { Logger } = requireOfCore('@n8n/backend-common') as { Logger: Service<N8nLogger> };

export { Container, Logger };

/** The n8n-core under test: the newest one, or the last of n8n 1.x (see jest.config.js). */
export const isN8n1 = version.startsWith('1.');
