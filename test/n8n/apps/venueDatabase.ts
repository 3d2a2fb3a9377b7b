import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { installN8n } from '../lab/installation/n8nInstallation';
import { freePorts } from '../lab/processes/freePorts';
import { Supervised } from '../lab/processes/supervised';
import { startPostgres } from '../lab/queue/postgres';
import { queuePrograms } from '../lab/queue/queuePrograms';
import type { CredentialData } from '../lab/rest/credentials';
import { logFileIn } from '../lab/server/n8nServer';

const run = promisify(execFile);

/** The venue's own PostgreSQL, next to the one that n8n keeps its data in. */
export class VenueDatabase {
	private constructor(
		private readonly processes: Supervised,
		private readonly programs: string,
		private readonly port: number,
		private readonly password: string,
	) {}

	static async start(): Promise<VenueDatabase> {
		const { node } = await installN8n();
		const { postgres: programs } = await queuePrograms();
		const processes = await Supervised.begin(node, 'venue-database');
		const { folder } = processes;
		const [port] = await freePorts(1);
		const password = randomBytes(16).toString('hex');
		const logFile = logFileIn(folder, 'postgres');
		await startPostgres(processes, { programs, port, folder, logFile, password });
		return new VenueDatabase(processes, programs, port, password);
	}

	async stop(): Promise<void> {
		await this.processes.end();
	}

	/** What n8n's Postgres credential asks for. */
	get credentialData(): CredentialData {
		const { port, password } = this;
		return { host: '127.0.0.1', port, database: 'postgres', user: 'n8n', password, ssl: 'disable' };
	}

	/** When each booking of the mirror changed, by its ID. */
	async changes(): Promise<Record<string, string>> {
		const query =
			"SELECT coalesce(json_object_agg(booking_id, to_char(changed_at AT TIME ZONE 'UTC', 'YYYY-MM-DD\"T\"HH24:MI:SS.MS\"Z\"')), '{}') FROM venue_bookings";
		return JSON.parse(await this.answerTo(query, 'postgres')) as Record<string, string>;
	}

	/** The bookings of the mirror, as they were stored. */
	async bookings(): Promise<object[]> {
		const query =
			"SELECT coalesce(json_agg(booking ORDER BY booking_id), '[]') FROM venue_bookings";
		return JSON.parse(await this.answerTo(query, 'postgres')) as object[];
	}

	/**
	 * Whether it accepts connections: https://www.postgresql.org/docs/current/sql-alterdatabase.html
	 */
	async setDown(isDown: boolean): Promise<void> {
		await this.answerTo(`ALTER DATABASE postgres ALLOW_CONNECTIONS ${!isDown}`, 'template1');
		if (!isDown) return;
		const open = "FROM pg_stat_activity WHERE datname = 'postgres'";
		await this.answerTo(`SELECT pg_terminate_backend(pid) ${open}`, 'template1');
	}

	private async answerTo(query: string, database: string): Promise<string> {
		const at = ['-h', '127.0.0.1', '-p', String(this.port), '-U', 'n8n', '-d', database, '-At'];
		const { stdout } = await run(join(this.programs, 'psql'), [...at, '-c', query], {
			env: { PGPASSWORD: this.password, PATH: '/usr/bin:/bin' },
			maxBuffer: 10_000_000,
		});
		return stdout;
	}
}
