import { readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';

import { WEBHOOK_API_KEY } from '../../fixtures/triggerFixture';
import { installN8n } from '../../lab/installation/n8nInstallation';
import { installDebianPackages } from '../../lab/machine/debianPackages';
import { findProgram, firstExecutable } from '../../lab/machine/programs';
import { freePorts } from '../../lab/processes/freePorts';
import { Supervised } from '../../lab/processes/supervised';
import { untilListening } from '../../lab/queue/redis';

const NAME = 'nginx';
const SECURITY = resolve(__dirname, '../../../../SECURITY.md');
const N8N_IN_THE_TEXT = '127.0.0.1:5678';
const KEY_IN_THE_TEXT = 'your Webhook API Key';

/** nginx in front of n8n, with the lines of SECURITY.md. */
export class Proxy {
	private constructor(
		readonly url: string,
		private readonly processes: Supervised,
	) {}

	static async before(n8n: string): Promise<Proxy> {
		const program = await nginx();
		const { node } = await installN8n();
		const processes = await Supervised.begin(node, 'venue-platform-nginx');
		const { folder } = processes;
		const [port] = await freePorts(1);
		const lines = await linesOfSecurity(new URL(n8n).host);
		const file = join(folder, 'nginx.conf');
		await writeFile(file, configuration(folder, port, lines));
		await processes.start({
			name: NAME,
			command: program,
			args: ['-c', file, '-e', join(folder, 'error.log')],
			env: {},
			folder,
			logFile: join(folder, 'nginx.log'),
			lastSignal: 'SIGKILL',
		});
		await untilListening(processes, NAME, port);
		return new Proxy(`http://127.0.0.1:${port}`, processes);
	}

	async stop(): Promise<void> {
		await this.processes.end();
	}
}

async function nginx(): Promise<string> {
	const find = async () =>
		(await findProgram(NAME)) ??
		(await firstExecutable(['/usr/sbin/nginx', '/usr/local/sbin/nginx']));
	const found = await find();
	if (found) return found;
	await installDebianPackages('A proxy before n8n', ['nginx-light']);
	const installed = await find();
	if (!installed) throw new Error('nginx cannot be found');
	return installed;
}

/** Tests the lines that are in SECURITY.md. */
async function linesOfSecurity(n8n: string): Promise<string> {
	const [, lines] = /```nginx\n([^]*?)```/.exec(await readFile(SECURITY, 'utf8')) ?? [];
	for (const part of [N8N_IN_THE_TEXT, KEY_IN_THE_TEXT]) {
		if (!lines?.includes(part)) throw new Error(`SECURITY.md has no nginx lines with ${part}`);
	}
	return lines.replaceAll(N8N_IN_THE_TEXT, n8n).replaceAll(KEY_IN_THE_TEXT, WEBHOOK_API_KEY);
}

function configuration(folder: string, port: number, lines: string): string {
	return `daemon off;
master_process off;
pid ${folder}/nginx.pid;
events {}
http {
  access_log off;
  ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder}/${name};`).join('\n  ')}
  server {
    listen 127.0.0.1:${port};
    keepalive_requests 100000;
${lines}  }
}
`;
}
