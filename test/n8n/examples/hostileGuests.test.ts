import { exampleNames, starterNames } from '../../examples/examples';
import { ExampleLab } from './exampleLab';
import { toAgents } from './hostile/agents';
import { atApps } from './hostile/apps';
import { attacked, FIVE_MINUTES } from './hostile/hostile';
import { inMails } from './hostile/mails';
import { toStarters } from './hostile/starters';

const START_WITHIN = 300_000;

const attacks = { ...atApps, ...inMails, ...toAgents, ...toStarters };

describe('guests choose their names, addresses and notes, and', () => {
	let lab: ExampleLab;

	beforeAll(async () => {
		lab = await ExampleLab.open();
	}, START_WITHIN);

	afterAll(async () => await lab?.close(), START_WITHIN);

	it('each example is attacked', () =>
		expect(Object.keys(attacks).sort()).toEqual([...exampleNames(), ...starterNames()]));

	it.each(Object.entries(attacks))(
		'text stays text in %s [security: words stay text; only the letters]',
		async (name, attack) => await attack(lab, name),
		START_WITHIN,
	);

	it(
		'an address in HubSpot stays with the customer who had it first, and a person is told [security: had it first]',
		async () => {
			const { imported, venue, run } = await attacked(lab, 'office/customers-in-hubspot');
			const change = async (uniqueId: string, email: string, phone: string) => {
				const data = { uniqueId, email, firstName: uniqueId, lastName: 'Guest', phone };
				await venue.emit({ type: 'Customer', eventType: 'Updated', data });
			};
			await change('CUS-1', 'ada@example.test', '1');
			await lab.untilIdle(imported);
			await run(FIVE_MINUTES);
			await change('CUS-2', 'Ada@Example.test', '2');
			await change('CUS-3', 'eve@example.test', '3');
			await change('CUS-1', 'ada@example.test', '11');
			await lab.untilIdle(imported);
			await run(FIVE_MINUTES, FIVE_MINUTES);
			const contacts = [...lab.apps.hubspot.contacts];
			expect(contacts.map(([email, { firstname, phone }]) => [email, firstname, phone])).toEqual([
				['ada@example.test', 'CUS-1', '11'],
				['eve@example.test', 'CUS-3', '3'],
			]);
			expect(lab.apps.slack.messages.map(({ text }) => text)).toEqual([
				expect.stringMatching(
					/Please compare them.*\nada@example\.test: belongs to customer CUS-1$/,
				),
			]);
		},
		START_WITHIN,
	);

	it('no app interpreted anything, and no mail had a second recipient [security: become a formula; call a channel; one recipient]', () => {
		expect(lab.apps.sheets.formulas).toEqual([]);
		expect(lab.apps.slack.interpreted).toEqual([]);
		expect(lab.apps.gmail.interpreted).toEqual([]);
		expect(lab.apps.teams.interpreted).toEqual([]);
		expect(lab.apps.calendar.interpreted).toEqual([]);
	});

	it('nothing else was called', () => expect(lab.apps.strays).toEqual([]));
});
