import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as core from 'n8n-core';
import { SSHClientsManager } from 'n8n-core/dist/execution-engine/ssh-clients-manager';
import { LoggerProxy } from 'n8n-workflow';
import { Container, Logger, isN8n1 } from './n8n';
import { recordingLogger, type Output } from './output';

const encryptionKey = 'the-key-that-all-processes-of-this-n8n-share';

/** What an n8n process has set up before it runs anything. */
export interface Installation {
	folder: string;
	remove: () => void;
}

/**
 * n8n-core keeps its services in one container per process, so there is one installation at a time.
 * A second process joins an installation if it is given the same folder.
 */
export function install(output: Output, folder = newFolder()): Installation {
	mkdirSync(join(folder, '.n8n'), { recursive: true });
	process.env.N8N_USER_FOLDER = folder;
	process.env.N8N_ENCRYPTION_KEY = encryptionKey;
	process.env.N8N_LOG_LEVEL = 'silent';
	process.env.N8N_RUNNERS_ENABLED = 'false';

	Container.reset();
	const logger = recordingLogger(output);
	Container.set(Logger, logger);
	LoggerProxy.init(logger);
	// Every execution context asks for it, and in n8n 1.x its cleanup timer keeps the process alive.
	Container.set(SSHClientsManager, {} as SSHClientsManager);
	if (!isN8n1) provideEncryptionKey();

	return {
		folder,
		remove: () => {
			Container.reset();
			rmSync(folder, { recursive: true, force: true });
		},
	};
}

function newFolder() {
	return mkdtempSync(join(tmpdir(), 'venue-platform-n8n-'));
}

/**
 * From n8n 2.x the cipher asks for its key. In a new installation, n8n returns the instance key.
 */
function provideEncryptionKey() {
	const { encryptionKey: instanceKey } = Container.get(core.InstanceSettings);
	const key = {
		id: 'instance-key',
		value: Container.get(core.Cipher).encryptDEKWithInstanceKey(instanceKey),
		algorithm: 'aes-256-cbc' as const,
		format: 'no-prefix' as const,
	};
	Container.get(core.EncryptionKeyProxy).setProvider({
		getActiveKey: async () => key,
		getKeyById: async () => key,
		getLegacyKey: async () => key,
	});
}
