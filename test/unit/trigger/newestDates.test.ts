import * as fc from 'fast-check';

import { NewestDates } from '../../../nodes/VenuePlatformTrigger/memory/newestDates';
import { fingerprintOf } from '../../../nodes/VenuePlatformTrigger/memory/fingerprint';

const entity = fc.nat({ max: 20 }).map((number) => fingerprintOf('entity', String(number)));
const date = fc.integer({ min: 0, max: 8.64e15 });
const events = fc.array(fc.tuple(entity, date), { maxLength: 60 });

describe('the memory of each entity’s newest event', () => {
	it('knows what a plain table of maxima would know, even after it was stored', () => {
		fc.assert(
			fc.property(events, entity, date, (noted, asked, at) => {
				const dates = new NewestDates();
				const table = new Map<string, number>();
				for (const [token, time] of noted) {
					dates.note(token, time);
					table.set(token, Math.max(time, table.get(token) ?? 0));
				}
				const restarted = new NewestDates();
				expect(restarted.learn(dates.toBeStored())).toEqual({ isComplete: true });
				const expected = (table.get(asked) ?? -1) > at;
				expect(dates.isNewerThan(asked, at)).toBe(expected);
				expect(restarted.isNewerThan(asked, at)).toBe(expected);
			}),
		);
	});

	it('uses the newer of what it knows and what is stored', () => {
		fc.assert(
			fc.property(events, events, (here, there) => {
				const [ours, theirs] = [new NewestDates(), new NewestDates()];
				here.forEach(([token, time]) => ours.note(token, time));
				there.forEach(([token, time]) => theirs.note(token, time));
				ours.learn(theirs.toBeStored());
				for (const [token] of [...here, ...there]) {
					const newest = Math.max(
						...[...here, ...there].filter(([other]) => other === token).map(([, time]) => time),
					);
					expect(ours.isNewerThan(token, newest)).toBe(false);
					expect(ours.isNewerThan(token, newest - 1)).toBe(true);
				}
			}),
		);
	});

	it('notices if what is stored is older than what it knows', () => {
		const dates = new NewestDates();
		dates.note(fingerprintOf('a'), 1_000);
		const stored = dates.toBeStored();
		dates.note(fingerprintOf('a'), 2_000);
		expect(dates.learn(stored)).toEqual({ isComplete: false });
		expect(dates.learn(dates.toBeStored())).toEqual({ isComplete: true });
	});

	it('notices that what it learns takes the place of what is stored there, too', () => {
		const [ours, theirs] = [new NewestDates(), new NewestDates()];
		const noteAll = (dates: NewestDates, from: number, to: number) => {
			for (let name = from; name < to; name++) dates.note(fingerprintOf(String(name)), 1_000);
		};
		noteAll(ours, 0, 300);
		noteAll(theirs, 0, 10);
		noteAll(theirs, 300, 590);
		expect(ours.learn(theirs.toBeStored())).toEqual({ isComplete: false });
	});

	it('stores no more than the 300 that changed last [reliability: 300 bookings, tickets]', () => {
		const dates = new NewestDates();
		for (let number = 0; number < 1_000; number++) dates.note(fingerprintOf(String(number)), 1_000);
		expect(dates.toBeStored()).toHaveLength(300 * 19);
		expect(dates.isNewerThan(fingerprintOf('0'), 999)).toBe(true);
	});

	it('learns nothing from an entry that was cut short or has no date', () => {
		const dates = new NewestDates();
		dates.note(fingerprintOf('a'), 1_000);
		const [whole, short] = [dates.toBeStored(), dates.toBeStored().slice(0, -2)];
		const noDate = `${fingerprintOf('b')}???????????`;
		for (const stored of [short, noDate, noDate + short]) {
			const other = new NewestDates();
			other.learn(stored);
			expect(other.toBeStored()).toBe('');
		}
		const other = new NewestDates();
		other.learn(noDate + whole + short);
		expect(other.toBeStored()).toBe(whole);
	});
});
