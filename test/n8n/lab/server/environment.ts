import { dirname, extname, join } from 'node:path';

import type { Installation } from '../installation/n8nInstallation';
import type { LabClock } from './labClock';

interface EnvironmentOptions {
	/** The home of this process, which contains `.n8n` and all temporary files. */
	userFolder: string;
	installation: Installation;
	clock: LabClock;
	encryptionKey: string;
	ports: { http: number; broker: number };
	preloads?: string[];
	environment: Record<string, string>;
	programs?: string;
}

/** The address that n8n believes is its own. The venue maps it to `lab.webhookUrl`. */
export const publicOrigin = 'https://n8n.venue.test';

const LOOPBACK = '127.0.0.1';

const PRELOADS = ['loopbackOnly', 'movedClock', 'patientRegex'].map((name) =>
	join(__dirname, '..', 'preload', `${name}${extname(__filename)}`),
);

const callsNobody = {
	N8N_DIAGNOSTICS_ENABLED: 'false',
	N8N_DYNAMIC_BANNERS_ENABLED: 'false',
	N8N_HIRING_BANNER_ENABLED: 'false',
	N8N_LICENSE_AUTO_RENEW_ENABLED: 'false',
	N8N_MCP_ACCESS_ENABLED: 'false',
	N8N_PERSONALIZATION_ENABLED: 'false',
	N8N_TEMPLATES_ENABLED: 'false',
	N8N_VERIFIED_PACKAGES_ENABLED: 'false',
	N8N_VERSION_NOTIFICATIONS_ENABLED: 'false',
	N8N_VERSION_NOTIFICATIONS_WHATS_NEW_ENABLED: 'false',
};

/** Nothing is inherited: jest's NODE_ENV or a proxy of the machine would change n8n. */
export function environmentOf({
	userFolder,
	installation,
	clock,
	encryptionKey,
	ports,
	preloads = [],
	environment: { NODE_OPTIONS = '', ...environment },
	programs,
}: EnvironmentOptions): Record<string, string> {
	return {
		...callsNobody,
		HOME: userFolder,
		TMPDIR: userFolder,
		PATH: [dirname(installation.node), programs, '/usr/local/bin', '/usr/bin', '/bin']
			.filter((folder) => folder !== undefined)
			.join(':'),
		TZ: 'UTC',
		GENERIC_TIMEZONE: 'UTC',
		N8N_BLOCK_ENV_ACCESS_IN_NODE: 'true',
		N8N_COMMUNITY_PACKAGES_ENABLED: 'true',
		N8N_ENCRYPTION_KEY: encryptionKey,
		N8N_ENFORCE_SETTINGS_FILE_PERMISSIONS: 'true',
		N8N_HOST: LOOPBACK,
		N8N_LISTEN_ADDRESS: LOOPBACK,
		N8N_LOG_LEVEL: 'info',
		N8N_PORT: String(ports.http),
		N8N_RUNNERS_BROKER_LISTEN_ADDRESS: LOOPBACK,
		N8N_RUNNERS_BROKER_PORT: String(ports.broker),
		N8N_SECURE_COOKIE: 'false',
		N8N_UNVERIFIED_PACKAGES_ENABLED: 'true',
		N8N_USER_FOLDER: userFolder,
		LAB_CLOCK_FILE: clock.file,
		NODE_ENV: 'production',
		NODE_OPTIONS: [
			'--disable-warning=MODULE_TYPELESS_PACKAGE_JSON',
			...[...preloads, ...PRELOADS].map((file) => `--require=${file}`),
			NODE_OPTIONS,
		].join(' '),
		WEBHOOK_URL: `${publicOrigin}/`,
		...environment,
	};
}
