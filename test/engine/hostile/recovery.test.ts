import type { IDataObject } from 'n8n-workflow';

import { hostileAnswers } from '../../attacks/answers';
import { letTheClockRun, passTime, stopTheClock, whileTimeMoves } from '../harness/time';
import { MINUTE, ofEvent, RecoveryFixture } from '../recovery/support/recoveryFixture';
import { letTheDateRun } from '../support/date';
import { textsThatMustNotBe } from './whatMustNotBe';

const NOTICE = 'Failed messages are also reported';

/**
 * A poll that reads nonsense reports nothing that is wrong, and misses nothing that comes later.
 */
describe('a poll copes with a list that no venue would send', () => {
	let fixture: RecoveryFixture;

	beforeEach(async () => {
		fixture = await RecoveryFixture.open();
		letTheDateRun();
		stopTheClock(Date.UTC(2026, 10, 21, 12));
	});
	afterEach(async () => {
		letTheClockRun();
		await fixture.close();
	});

	it.each(hostileAnswers)('$name', async ({ faults }) => {
		const setup = fixture.trigger({ events: ['final', 'booking', 'switchedOff'] });
		const trigger = await whileTimeMoves(fixture.engine.activate(setup));
		await passTime(15 * MINUTE);
		const { booking: before } = await fixture.venue.bookings.create();
		const [{ id }] = fixture.giveUp(1, { type: 'Ticket' });

		fixture.venue.faults.on('GET /**', faults);
		const unread: unknown[] = [];
		let wasRead = false;
		for (let poll = 0; poll < 2; poll++) {
			const { error, items } = await whileTimeMoves(trigger.poll());
			// Then the list named another booking, and this one cannot be known.
			wasRead ||= ofEvent(items, 'booking').length > 0;
			if (error) {
				expect(textsThatMustNotBe(error.message)).toEqual([]);
				// It only says that nothing shows whose messages they are.
				if (!wasRead && !error.message.startsWith(NOTICE)) unread.push(before.uniqueId);
			}
			await passTime(15 * MINUTE);
		}
		fixture.venue.faults.clear();
		const { booking: after } = await fixture.venue.bookings.create();

		const { items } = await whileTimeMoves(trigger.poll());
		expect(ofEvent(items, 'final')).toMatchObject([{ messageId: id }]);
		// An outage is reported once. What a list did not name cannot be known.
		const reported = ofEvent(items, 'booking').map(
			({ booking }) => (booking as IDataObject).uniqueId,
		);
		expect(reported).toEqual(expect.arrayContaining([...unread, after.uniqueId]));
		expect(new Set(reported).size).toBe(reported.length);
		await passTime(15 * MINUTE);
		expect(await whileTimeMoves(trigger.poll())).toEqual({ items: [] });
	});
});
