import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { findProgram } from '../machine/programs';
import { readPackedManifest, type PackedManifest } from './communityPackage';

interface Published {
	manifest: PackedManifest;
	content: Buffer;
}

/** A registry on this machine, which replaces npm's own if n8n starts npm. */
export class PackageRegistry {
	private readonly published: Published[] = [];

	private constructor(
		private readonly server: Server,
		/** The folder of an `npm` that uses this registry. */
		readonly programs: string,
	) {
		server.on('request', (request, response) => this.answer(request, response));
	}

	static async open(): Promise<PackageRegistry> {
		const server = createServer();
		await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
		const programs = await mkdtemp(join(tmpdir(), 'venue-platform-registry-'));
		const registry = new PackageRegistry(server, programs);
		// n8n sets npm's registry only with a license. If it is given twice, the last one counts.
		const line = `exec ${await findProgram('npm')} "$@" --registry=${registry.url}`;
		await writeFile(join(programs, 'npm'), `#!/bin/sh\n${line}\n`, { mode: 0o755 });
		return registry;
	}

	/** Publishes it as the newest version. */
	async publish(tarball: string): Promise<void> {
		const manifest = await readPackedManifest(tarball);
		this.published.push({ manifest, content: await readFile(tarball) });
	}

	async close(): Promise<void> {
		this.server.closeAllConnections();
		await new Promise((closed) => this.server.close(closed));
		await rm(this.programs, { recursive: true });
	}

	private get url(): string {
		return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
	}

	private answer({ url }: IncomingMessage, response: ServerResponse): void {
		const [, name, version] = url?.split('/') ?? [];
		const versions = this.published.filter(({ manifest }) => manifest.name === name);
		const asked = versions.find(({ manifest }) => manifest.version === version);
		if (asked) response.end(asked.content);
		else if (versions.length > 0) response.end(JSON.stringify(this.packument(versions)));
		else response.writeHead(404).end('{}');
	}

	private packument(versions: Published[]) {
		const [{ manifest: latest }] = versions.slice(-1);
		return {
			name: latest.name,
			'dist-tags': { latest: latest.version },
			versions: Object.fromEntries(
				versions.map(({ manifest, content }) => [
					manifest.version,
					{
						...manifest,
						dist: {
							integrity: `sha512-${createHash('sha512').update(content).digest('base64')}`,
							tarball: `${this.url}/${manifest.name}/${manifest.version}`,
						},
					},
				]),
			),
		};
	}
}
