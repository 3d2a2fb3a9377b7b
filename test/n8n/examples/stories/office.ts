import { ScriptedModel } from '../../fixtures/scriptedModel';
import { ada, forOurs, importFor, type Story } from './story';

const newBookings: Story = async (lab, example) => {
	const { imported, venue } = await importFor(lab, example);
	await lab.publish(imported);
	const booked = { uniqueId: 'BKG-000401', customer: ada, product: 'Laser Tag', guests: 4 };
	const { messages } = await venue.bookings.create(booked);
	await venue.bookings.change(booked.uniqueId, { guests: 5 });
	await venue.messages.resend(messages[0].id);
	return await lab.items(imported, 1);
};

const customersInHubspot: Story = async (lab, example) => {
	const { imported, venue } = await importFor(lab, example);
	await lab.publish(imported);
	const change = async (minute: number, email: string, phone: string) => {
		const name = { firstName: 'Ada', lastName: 'Lovelace' };
		const eventDate = new Date(Date.UTC(2026, 4, 8, 14, minute)).toISOString();
		const data = { uniqueId: `CUS-${email.length}`, email, ...name, phone };
		await venue.emit({ type: 'Customer', eventType: 'Updated', eventDate, data });
	};
	await change(2, ada.email, '+44 20 7946 0002');
	await change(1, ada.email, '+44 20 7946 0001');
	await change(3, '', '+44 20 7946 0003');
	return await lab.items(imported, 2);
};

const nightlyReport: Story = async (lab, example) => {
	const { imported, venue } = await importFor(lab, example);
	await lab.publish(imported);
	await venue.bookings.create({ uniqueId: 'BKG-000501' });
	await lab.run(imported, 'Every Night');
	await lab.platform.clock.advance(30_000);
	return await lab.items(imported, 2);
};

const severalVenues: Story = async (lab, example) => {
	const harbor = await lab.addVenue('Harbor Leisure Park');
	const lagoon = await lab.addVenue('Lagoon Escape Rooms');
	const credentials: Record<string, typeof harbor.credential> = {
		'First Venue': harbor.credential,
		'Second Venue': lagoon.credential,
	};
	const imported = await lab.import(example, ({ name }) => credentials[name]);
	await lab.publish(imported);
	for (const [index, { account }] of [harbor, lagoon].entries()) {
		await account.bookings.create({ uniqueId: 'BKG-000601', customer: ada });
		await lab.items(imported, index + 1);
	}
	return await lab.items(imported, 2);
};

const frontDeskAgent: Story = async (lab, example) => {
	const { account, credential } = await lab.addVenue('Venue of the front desk');
	const model = await ScriptedModel.start({ bookingId: 'BKG-000701' }, 'Look_Up_a_Booking');
	try {
		const data = { apiKey: 'none', url: model.url };
		const openAi = await lab.n8n.credentials.create('openAiApi', data);
		const imported = await lab.import(example, (node) =>
			node.name === 'Chat Model' ? openAi : forOurs(credential)(node),
		);
		const booked = { uniqueId: 'BKG-000701', customer: ada, product: 'Escape Room' };
		await account.bookings.create(booked);
		const asked = { chatInput: 'Who is booking BKG-000701?', sessionId: 'front-desk' };
		await lab.runWith(imported, 'Question of the Front Desk', [asked]);
		const items = await lab.items(imported, 1);
		expect(model.tools.map(({ name }) => name).sort()).toEqual([
			'List_Changed_Bookings',
			'List_Undelivered_Messages',
			'Look_Up_a_Booking',
		]);
		expect(model.toolResults).toContain(ada.email);
		return items;
	} finally {
		await model.stop();
	}
};

export const office: Record<string, Story> = {
	'office/new-bookings': newBookings,
	'office/customers-in-hubspot': customersInHubspot,
	'office/nightly-report': nightlyReport,
	'office/several-venues': severalVenues,
	'office/front-desk-agent': frontDeskAgent,
};
