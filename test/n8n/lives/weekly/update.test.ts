import { appendFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import type { SimulatedVenue } from '../../../venue';
import { packedPackage } from '../../fixtures/packedPackage';
import { until } from '../../fixtures/until';
import { startLab } from '../../lab/lab';
import { PACKAGE } from '../../lab/package/packageName';
import { PackageRegistry } from '../../lab/package/registry';
import { repack } from '../../lab/package/repack';
import { EACH_ONCE, messageIds, tallyOf } from '../../fixtures/tally';
import { askedAgain, LivesLab } from '../../fixtures/livesLab';

const MINUTES = 60_000;
const NEXT = '8.0.0';
const BOOKINGS = 20;
const FAILED_LIST = 'GET /webhooks/messages/failed';

/** Items of the next version contain its number. */
const SAYS_VERSION = `
const { poll } = exports.VenuePlatformRecoveryTrigger.prototype;
exports.VenuePlatformRecoveryTrigger.prototype.poll = async function () {
	const output = await poll.call(this);
	for (const { json } of output?.[0] ?? []) json.version = '${NEXT}';
	return output;
};
`;

/** Twice a second, a message is given up, another one is delivered, and a booking changes. */
class Changes {
	readonly given: string[] = [];
	readonly sent: string[] = [];
	private readonly versions = new Map<string, string>();
	private readonly timer = setInterval(() => this.add(), 500);
	private underWay = Promise.resolve();
	private isSending = true;
	private round = 0;

	constructor(private readonly venue: SimulatedVenue) {}

	get lastVersions(): string[] {
		return [...this.versions].map(([uniqueId, field]) => `${uniqueId} ${field}`);
	}

	async sendNothing(): Promise<void> {
		this.isSending = false;
		await this.underWay;
		await this.venue.idle();
	}

	sendAgain(): void {
		this.isSending = true;
	}

	async stop(): Promise<void> {
		clearInterval(this.timer);
		await this.sendNothing();
	}

	private add(): void {
		this.underWay = this.underWay.then(async () => await this.happen());
	}

	private async happen(): Promise<void> {
		const { venue } = this;
		const field = `version ${++this.round}`;
		this.given.push(venue.messages.addFailed({ type: 'Product', attempts: 7 }).id);
		const { uniqueId } = venue.bookings.all()[this.round % BOOKINGS];
		await venue.bookings.change(uniqueId, { field });
		this.versions.set(uniqueId, field);
		if (!this.isSending) return;
		const messages = await venue.emit({ type: 'Ticket', eventType: 'Created' });
		this.sent.push(...messages.map(({ id }) => id));
	}
}

describe('lives of workflows whose package is updated', () => {
	let folder: string;
	let registry: PackageRegistry;
	let lab: LivesLab;

	beforeAll(async () => {
		folder = await mkdtemp(join(tmpdir(), 'venue-platform-lives-'));
		registry = await PackageRegistry.open();
		await registry.publish(packedPackage());
		lab = await LivesLab.in(await startLab({ mode: 'regular', programs: registry.programs }));
		await lab.n8n.communityPackages.install(PACKAGE);
	}, 10 * MINUTES);

	afterAll(async () => {
		await lab?.close();
		await registry?.close();
		await rm(folder, { recursive: true });
	}, 5 * MINUTES);

	it(
		'loses and repeats nothing, while n8n runs and when it is restarted',
		async () => {
			const venue = await lab.openVenue();
			venue.bookings.seed(BOOKINGS, { everySeconds: 3_600 });
			const credential = await lab.credentialFor(venue);
			const trigger = lab.trigger('Trigger', credential, { events: ['Ticket.Created'] });
			const workflow = await lab.publish('Both triggers', [
				lab.recovery('Messages', credential, { events: ['final'], refetchBookings: false }),
				lab.recovery('Bookings', credential, { events: ['booking'] }),
				trigger,
			]);
			const changing = new Changes(venue);
			try {
				await askedAgain(venue, FAILED_LIST, 2);
				await registry.publish(await packNext(folder));
				await lab.n8n.communityPackages.update(PACKAGE);
				await askedAgain(venue, FAILED_LIST, 3);
				// The package does not determine what n8n does with deliveries while it ends and starts.
				await changing.sendNothing();
				await lab.n8n.main.stop();
				await sleep(1_000);
				await lab.n8n.startAgain();
				await lab.n8n.untilRouted(`${trigger.webhookId}/venue-platform`);
				changing.sendAgain();
				await askedAgain(venue, FAILED_LIST, 2);
			} finally {
				await changing.stop();
			}

			const { given, sent, lastVersions } = changing;
			await workflow.untilItems('Messages', given.length);
			await askedAgain(venue, FAILED_LIST, 2);
			const messages = await workflow.items('Messages');
			expect(tallyOf(given, messageIds(messages))).toEqual(EACH_ONCE);
			const last = messages.find(({ messageId }) => messageId === given[given.length - 1]);
			expect(last).toMatchObject({ version: NEXT });

			await until(async () => {
				const ids = (await workflow.items('Trigger')).map(({ id }) => String(id));
				return tallyOf(sent, ids).missing === 0;
			});
			const ids = (await workflow.items('Trigger')).map(({ id }) => String(id));
			expect(tallyOf(sent, ids)).toEqual(EACH_ONCE);

			const versions = (await workflow.items('Bookings')).map(({ booking }) => {
				const { uniqueId, field } = booking as { uniqueId: string; field: string };
				return `${uniqueId} ${field}`;
			});
			expect(tallyOf(lastVersions, versions)).toMatchObject({ missing: 0 });
			expect(new Set(versions).size).toBe(versions.length);
			process.stdout.write(
				`update: ${given.length} given up, ${sent.length} delivered, ${versions.length} versions of bookings, each once\n`,
			);
			expect(Math.min(given.length, sent.length, versions.length)).toBeGreaterThan(20);
		},
		20 * MINUTES,
	);
});

async function packNext(folder: string): Promise<string> {
	return await repack(packedPackage(), folder, { version: NEXT }, async (content) => {
		const file = 'dist/nodes/VenuePlatformRecoveryTrigger/VenuePlatformRecoveryTrigger.node.js';
		await appendFile(join(content, file), SAYS_VERSION);
	});
}
