import * as fc from 'fast-check';

import {
	bookingsIn,
	fresh,
	type Items,
	RecoveryFixture,
} from '../recovery/support/recoveryFixture';
import { timeIn } from '../harness/times';
import { type Style, STYLES } from './styles';

interface Row {
	[field: string]: unknown;
	uniqueId: string;
	version: number;
	changedAt: number;
}

const TIMES = /changes from (.+?) to (.+?) may be missing/g;

/** Says that there are more without a time, once for as long as it lasts. */
const TOLD_WITHOUT_TIMES =
	/These are not all bookings|cannot remember that many|others may have changed/;

/** A venue with this style of list, whose rows show when they changed or do not. */
class StyledVenue {
	private readonly rows = new Map<string, Row>();

	constructor(
		private readonly fixture: RecoveryFixture,
		style: Style,
		private readonly isDated: boolean,
	) {
		fixture.venue.undocumented.on('GET /bookings', {}, ({ query, headers }) => {
			const since = Date.parse(query.get('modifiedFromDate') ?? '');
			const listed = [...this.rows.values()]
				.filter(({ changedAt }) => changedAt >= since)
				.sort((one, other) => one.changedAt - other.changedAt)
				.map((row) => this.asListed(row));
			const { body, ...sent } = style.answer(listed, { query, headers, path: '/bookings' });
			return { ...sent, body: JSON.stringify(body) };
		});
	}

	/** New bookings, or changes of those that have not changed for longest, a second after each other. */
	change(count: number, kind: 'new' | 'known' = 'new'): void {
		this.fixture.later(count / 60);
		const known = kind === 'known' ? [...this.rows.keys()].slice(0, count) : [];
		for (let index = 0; index < count; index++) {
			const uniqueId = known[index] ?? `B-${this.rows.size + 1}`;
			const { version = 0 } = this.rows.get(uniqueId) ?? {};
			const changedAt = Date.now() - (count - index) * 1_000;
			this.rows.delete(uniqueId);
			this.rows.set(uniqueId, { uniqueId, version: version + 1, changedAt });
		}
	}

	/** What a poll has to report now, with the time of each change. */
	versions(): Map<string, number> {
		return new Map([...this.rows.values()].map((row) => [nameOf(row), row.changedAt]));
	}

	private asListed({ changedAt, ...row }: Row) {
		const modifiedDate = new Date(changedAt).toISOString();
		return this.isDated ? { ...row, modifiedDate } : row;
	}
}

const nameOf = ({ uniqueId, version }: Pick<Row, 'uniqueId' | 'version'>) =>
	`${uniqueId} version ${version}`;

const reportedIn = (items: Items) =>
	bookingsIn(items)
		.map((booking) => booking as unknown as Row)
		// Some styles show it on their second page only.
		.filter(({ uniqueId }) => uniqueId !== 'new')
		.map(nameOf);

/** A trigger at such a venue, and what it must report. */
class Watch {
	readonly reported: string[] = [];
	readonly said: string[] = [];
	private readonly due = new Map<string, number>();
	private readonly told: Array<{ from: number; to: number; isOpen: boolean }> = [];

	private constructor(
		private readonly fixture: RecoveryFixture,
		readonly venue: StyledVenue,
		private readonly trigger: Awaited<ReturnType<RecoveryFixture['engine']['activate']>>,
	) {}

	static async begin(fixture: RecoveryFixture, style: Style, isDated: boolean): Promise<Watch> {
		const venue = new StyledVenue(fixture, style, isDated);
		const options = { wholeBookings: 'never' };
		const setup = fixture.trigger({ events: ['booking'], options });
		const watch = new Watch(fixture, venue, await fixture.engine.activate(setup));
		fixture.later();
		return watch;
	}

	async polls(count = 1): Promise<void> {
		for (let poll = 0; poll < count; poll++) {
			for (const [version, changedAt] of this.venue.versions()) this.due.set(version, changedAt);
			const { items, error } = await this.trigger.poll();
			this.reported.push(...reportedIn(items));
			if (error) this.tell(error.message);
			else this.told.forEach((range) => this.close(range));
			this.fixture.later();
		}
	}

	private tell(message: string): void {
		this.said.push(message);
		for (const [, ...times] of message.matchAll(TIMES)) {
			const [from, to] = times.map(timeIn);
			this.told.push({ from, to, isOpen: message.includes('If more change until then') });
		}
	}

	/** The message says that changes up to the next report may be missing, too. */
	private close(range: Watch['told'][number]): void {
		if (range.isOpen) Object.assign(range, { to: Date.now(), isOpen: false });
	}

	async restart(): Promise<void> {
		const before = (await this.trigger.emitted()).length;
		await this.trigger.restart(fresh());
		this.reported.push(...reportedIn((await this.trigger.emitted()).slice(before)));
	}

	/** Those that were not reported. */
	missing(): string[] {
		const reported = new Set(this.reported);
		return [...this.due.keys()].filter((version) => !reported.has(version));
	}

	/** Those of which the user was not told that they may be missing. */
	silent(): string[] {
		if (this.said.some((message) => TOLD_WITHOUT_TIMES.test(message))) return [];
		return this.missing().filter((version) => {
			const changedAt = this.due.get(version)!;
			return !this.told.some(({ from, to }) => from <= changedAt && changedAt <= to);
		});
	}
}

describe('Booking Changed, whatever form the venue’s list has', () => {
	let fixture: RecoveryFixture;
	beforeAll(async () => (fixture = await RecoveryFixture.open()));
	afterAll(async () => await fixture.close());

	it.each(
		STYLES.flatMap((style) =>
			[true, false].map((isDated) => {
				return [style.name, style.gives, isDated ? 'with' : 'without', style, isDated] as const;
			}),
		),
	)(
		'over three polls at a venue with %s: %s (%s dates of change)',
		async (_, gives, __, style, isDated) => {
			const watch = await Watch.begin(fixture, style, isDated);
			watch.venue.change(253);
			await watch.polls(3);
			const { reported, said } = watch;
			expect(reported).toHaveLength(new Set(reported).size);
			expect(watch.silent()).toEqual([]);
			if (gives === 'whole')
				expect({ missing: watch.missing(), said }).toEqual({ missing: [], said: [] });
		},
	);

	it('each change is reported once, or the user is told that some were not seen [reliability: may be cut off] [troubleshooting: not when they changed]', async () => {
		const step = fc.record({
			count: fc.oneof(fc.nat({ max: 320 }), fc.constantFrom(0, 1, 99, 100, 101, 200, 250)),
			kind: fc.constantFrom('new' as const, 'known' as const),
			restarts: fc.boolean(),
		});
		await fc.assert(
			fc.asyncProperty(
				fc.constantFrom(...STYLES),
				fc.boolean(),
				fc.array(step, { minLength: 1, maxLength: 4 }),
				async (style, isDated, steps) => {
					const watch = await Watch.begin(fixture, style, isDated);
					for (const { count, kind, restarts } of steps) {
						watch.venue.change(count, kind);
						if (restarts) await watch.restart();
						await watch.polls();
					}
					await watch.polls(3);
					const { reported } = watch;
					expect(reported).toHaveLength(new Set(reported).size);
					expect(watch.silent()).toEqual([]);
				},
			),
			{ seed: 43, numRuns: Number(process.env.LISTS_RUNS ?? 25) },
		);
	}, 600_000);
});
