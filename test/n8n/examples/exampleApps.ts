import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

import type { ExampleNode } from '../../examples/examples';
import { Gmail } from '../apps/gmail';
import { GoogleCalendar } from '../apps/googleCalendar';
import { GoogleDrive } from '../apps/googleDrive';
import { GoogleSheets } from '../apps/googleSheets';
import { HubSpot } from '../apps/hubspot';
import { Mailchimp } from '../apps/mailchimp';
import {
	SimulatedApps,
	type AppAnswer,
	type AppRequest,
	type SimulatedApp,
} from '../apps/simulatedApps';
import { Slack } from '../apps/slack';
import { Teams } from '../apps/teams';
import { VenueDatabase } from '../apps/venueDatabase';
import type { Credentials, StoredCredential } from '../lab/rest/credentials';

const token = (access_token: string) => ({
	clientId: 'id',
	clientSecret: 'secret',
	oauthTokenData: { access_token, token_type: 'Bearer' },
});

const ROOT = resolve(__dirname, '../../..');
const REPOSITORY = 'venue-platform/n8n-nodes-venue-platform';

/** What the sign-in to each app leaves in n8n, by the type of its node. */
const ACCOUNTS: Record<string, [type: string, data: object]> = {
	gmail: ['gmailOAuth2', token('gmail')],
	googleCalendar: ['googleCalendarOAuth2Api', token('calendar')],
	googleDrive: ['googleDriveOAuth2Api', token('drive')],
	googleSheets: ['googleSheetsOAuth2Api', token('sheets')],
	hubspot: ['hubspotAppToken', { appToken: 'hubspot' }],
	mailchimp: ['mailchimpApi', { apiKey: 'key-us1' }],
	microsoftTeams: ['microsoftTeamsOAuth2Api', token('teams')],
	slack: ['slackApi', { accessToken: 'slack' }],
};

/** The document of an example as its owner prepares it: with the name of the first column. */
const FIRST_CELLS: Record<string, Record<string, string[][]>> = {
	'office/new-bookings': { Bookings: [['bookingId']] },
	'office/several-venues': { Bookings: [['key']] },
	'office/report-files': { Report: [] },
	'starters/daily-revenue': { Revenue: [['day']] },
	'starters/paid-and-refunded': { Payments: [['paymentId']] },
};

/** What was sent to the venue's website, by path. */
class Website implements SimulatedApp {
	readonly hosts = ['website.example.test'];
	readonly pages = new Map<string, object>();

	answer({ method, path, body }: AppRequest): AppAnswer | undefined {
		if (method !== 'PUT') return undefined;
		this.pages.set(path, JSON.parse(body.toString()) as object);
		return { json: {} };
	}
}

/** The files of this repository, as GitHub serves them. */
const github: SimulatedApp = {
	hosts: ['raw.githubusercontent.com'],
	answer({ path }) {
		const [, file] =
			new RegExp(`^/${REPOSITORY}/main/(examples/[\\w/-]+\\.json)$`).exec(path) ?? [];
		return file === undefined ? undefined : { body: readFileSync(join(ROOT, file)) };
	},
};

/** The apps of the examples, simulated; PostgreSQL is real. */
export class ExampleApps {
	private now = () => Date.now();
	private readonly clock = () => this.now();

	readonly calendar = new GoogleCalendar();
	readonly gmail = new Gmail(this.clock);
	readonly drive = new GoogleDrive(this.clock);
	readonly hubspot = new HubSpot(this.clock);
	readonly mailchimp = new Mailchimp();
	readonly sheets = new GoogleSheets(this.clock);
	readonly slack = new Slack(this.clock);
	readonly teams = new Teams();
	readonly website = new Website();

	private accounts: Record<string, StoredCredential> = {};

	private constructor(
		private readonly database: VenueDatabase,
		private proxy?: SimulatedApps,
	) {}

	static async start(): Promise<ExampleApps> {
		const apps = new ExampleApps(await VenueDatabase.start());
		const { calendar, gmail, drive, hubspot, mailchimp, sheets, slack, teams, website } = apps;
		apps.proxy = await SimulatedApps.start(
			...[calendar, gmail, drive, hubspot, mailchimp, sheets, slack, teams, website, github],
		);
		return apps;
	}

	async stop(): Promise<void> {
		await this.proxy?.stop();
		await this.database.stop();
	}

	get environment(): Record<string, string> {
		return this.proxy?.environment ?? {};
	}

	get strays(): readonly string[] {
		return this.proxy?.strays ?? [];
	}

	/** An outage of all apps, or of the given ones. */
	setDown(isDown: boolean, ...apps: SimulatedApp[]): void {
		this.proxy?.setDown(isDown, apps.length > 0 ? apps : undefined);
	}

	async setDatabaseDown(isDown: boolean): Promise<void> {
		await this.database.setDown(isDown);
	}

	/** Sets the apps to n8n's time, and creates an account in n8n for each. */
	async openAccounts(credentials: Credentials, now: () => number): Promise<void> {
		this.now = now;
		for (const [app, [type, data]] of Object.entries(ACCOUNTS)) {
			this.accounts[app] = await credentials.create(type, data as Record<string, string>);
		}
		const { credentialData } = this.database;
		this.accounts.postgres = await credentials.create('postgres', credentialData);
	}

	accountFor({ type }: ExampleNode): StoredCredential | undefined {
		return this.accounts[type.replace('n8n-nodes-base.', '')];
	}

	/** A fresh document for this example, without anything that earlier examples sent. */
	prepare(example: string): void {
		this.sheets.addDocument(documentOf(example), structuredClone(FIRST_CELLS[example] ?? {}));
		this.slack.messages.length = 0;
		this.gmail.mails.length = 0;
		this.drive.files.length = 0;
		this.hubspot.contacts.clear();
		this.website.pages.clear();
		this.teams.messages.length = 0;
		this.calendar.events.clear();
		this.mailchimp.members.clear();
	}

	/** All that has come of this example since it was imported. */
	arrived(example: string): object[] {
		const sheets = Object.keys(FIRST_CELLS[example] ?? {});
		return [
			...this.gmail.mails,
			...this.slack.messages,
			...this.teams.messages,
			...this.calendar.events.values(),
			...[...this.mailchimp.members].map(([email, member]) => ({ email, ...member })),
			...sheets.flatMap((sheet) => this.sheets.rows(documentOf(example), sheet)),
		];
	}

	async mirroredBookings(): Promise<object[]> {
		return await this.database.bookings();
	}

	async mirrored(): Promise<Record<string, string>> {
		return await this.database.changes();
	}
}

/** Like an ID of Google: letters, digits and hyphens. */
export const documentOf = (example: string) => example.replace(/\W/g, '-');
