import axios from 'axios';
import { DateTime } from 'luxon';

import { ScriptedModel } from '../../fixtures/scriptedModel';
import { McpClient } from '../../fixtures/mcpClient';
import { documentOf } from '../exampleApps';
import { TOOLS } from '../frontDesk/tools';
import { ada, forOurs, importFor, type Story } from './story';

const newBookings: Story = async (lab, example) => {
	const { imported, venue } = await importFor(lab, example);
	await lab.run(imported, 'Set Up Once');
	await lab.publish(imported);
	const booked = { uniqueId: 'BKG-000401', customer: ada, product: 'Laser Tag', guests: 4 };
	const { messages } = await venue.bookings.create(booked);
	await venue.bookings.change(booked.uniqueId, { guests: 5 });
	await venue.messages.resend(messages[0].id);
	await lab.items(imported, 2);
	await lab.run(imported, 'Every Five Minutes');
	await lab.run(imported, 'Every Five Minutes');
	return {
		...(await lab.items(imported, 4)),
		'Add to the Sheet': lab.apps.sheets.rows(documentOf(example), 'Bookings'),
		'Tell the Team': lab.apps.slack.messages.map((message) => ({ ...message })),
	};
};

const customersInHubspot: Story = async (lab, example) => {
	const { imported, venue } = await importFor(lab, example);
	await lab.run(imported, 'Set Up Once');
	await lab.publish(imported);
	const change = async (minute: number, email: string, phone: string) => {
		const name = { firstName: 'Ada', lastName: 'Lovelace' };
		const eventDate = new Date(Date.UTC(2026, 4, 8, 14, minute)).toISOString();
		const data = { uniqueId: `CUS-${email.length}`, email, ...name, phone };
		await venue.emit({ type: 'Customer', eventType: 'Updated', eventDate, data });
	};
	await change(2, ada.email, '+44 20 7946 0002');
	await change(1, ada.email, '+44 20 7946 0001');
	await lab.items(imported, 2);
	await change(3, '', '+44 20 7946 0003');
	await lab.items(imported, 3);
	await lab.run(imported, 'Every Five Minutes');
	const contacts = [...lab.apps.hubspot.contacts].map(([email, kept]) => ({ email, ...kept }));
	return { ...(await lab.items(imported, 4)), 'Keep the Contact': contacts };
};

const nightlyReport: Story = async (lab, example) => {
	const { imported } = await importFor(lab, example);
	await lab.run(imported, 'Set Up Once');
	await lab.run(imported, 'Every Night');
	return await lab.items(imported, 2);
};

/** Continues the previous story: two months of the export come, the later one first. */
const reportFiles: Story = async (lab, example) => {
	const { imported, venue } = await importFor(lab, example);
	await lab.run(imported, 'Set Up Once');
	await lab.publish(imported);
	for (const month of [2, 1]) {
		const record = { recordId: `REV-${month}`, product: 'Laser Tag', amount: 10 + month };
		const preSignedUrls = [lab.files.put(`/part-${month}.json`, [record])];
		const part = { processId: 'PRC-1', sequenceNumber: month, sequenceTotal: 2, preSignedUrls };
		const data = { venueId: 7, exportType: 'RevenueEntries', ...part };
		await venue.emit({ type: 'BulkExport', eventType: 'Created', data });
		await lab.items(imported, month === 2 ? 2 : 4);
		await lab.run(imported, 'Every Fifteen Minutes');
	}
	const rows = lab.apps.sheets.rows(documentOf(example), 'Report');
	return { ...(await lab.items(imported, 5)), 'Add to the Sheet': rows };
};

const severalVenues: Story = async (lab, example) => {
	const harbor = await lab.addVenue('Harbor Leisure Park');
	const lagoon = await lab.addVenue('Lagoon Escape Rooms');
	const credentials: Record<string, typeof harbor.credential> = {
		'First Venue': harbor.credential,
		'Second Venue': lagoon.credential,
	};
	const imported = await lab.import(example, ({ name }) => credentials[name]);
	await lab.run(imported, 'Set Up Once');
	await lab.publish(imported);
	for (const [index, { account }] of [harbor, lagoon].entries()) {
		await account.bookings.create({ uniqueId: 'BKG-000601', customer: ada });
		await lab.items(imported, index + 2);
	}
	await lab.run(imported, 'Every Five Minutes');
	const rows = lab.apps.sheets.rows(documentOf(example), 'Bookings');
	return { ...(await lab.items(imported, 4)), 'Keep in One Sheet': rows };
};

const frontDeskAgent: Story = async (lab, example) => {
	const { account, credential } = await lab.addVenue('Venue of one question');
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
		expect(model.tools.map(({ name }) => name).sort()).toEqual(TOOLS);
		expect(model.toolResults).toContain(ada.email);
		return items;
	} finally {
		await model.stop();
	}
};

const visitorsToday: Story = async (lab, example) => {
	const { imported, venue } = await importFor(lab, example);
	await lab.setUp(imported);
	await lab.publish(imported);
	const redeem = async (uniqueId: string, days = 0) => {
		const eventDate = String(DateTime.utc().minus({ days }).toISO());
		return await venue.emit({
			type: 'Redemption',
			eventType: 'Created',
			eventDate,
			data: { uniqueId },
		});
	};
	const [message] = await redeem('RDM-1');
	await venue.messages.resend(message.id);
	await redeem('RDM-2');
	await redeem('RDM-3');
	await redeem('RDM-4', 1);
	await lab.items(imported, 5);
	const { data } = await axios.get<string>(`${lab.n8n.webhookUrl}/webhook/visitors-today`, {
		proxy: false,
	});
	const shown = { count: />(\d+)$/.exec(data)?.[1] };
	return { ...(await lab.items(imported, 6)), 'Show the Count': [shown] };
};

const productsOnYourWebsite: Story = async (lab, example) => {
	const { imported, venue } = await importFor(lab, example);
	await lab.setUp(imported);
	await lab.publish(imported);
	const change = async (minute: number, price: number) => {
		const eventDate = new Date(Date.UTC(2026, 4, 8, 14, minute)).toISOString();
		const data = { uniqueId: 'PRD-1', name: 'Laser Tag', price };
		await venue.emit({ type: 'Product', eventType: 'Updated', eventDate, data });
	};
	await change(2, 15.95);
	await lab.items(imported, 2);
	await change(1, 14.95);
	await lab.items(imported, 3);
	await lab.run(imported, 'Every Five Minutes');
	const told = [...lab.apps.website.pages].map(([path, body]) => ({ path, ...body }));
	return { ...(await lab.items(imported, 4)), 'Send to the Website': told };
};

const BOOKING = { uniqueId: 'BKG-001001', customer: ada, product: 'Escape Room', guests: 4 };
const { uniqueId: bookingId } = BOOKING;

/** Each tool once, with everything that a model can fill in, and what it tells and does not tell. */
const ASKED: Record<string, [given: object, told: string, untold?: string]> = {
	Check_the_Webhooks: [{}, '"state":"disabled"'],
	Find_Bookings: [{ text: ada.email }, bookingId, 'BKG-001002'],
	List_Changed_Bookings: [{ since: '2026-01-01T00:00', text: 'Escape' }, bookingId, 'BKG-001002'],
	List_Undelivered_Messages: [{ topic: 'Ticket', onlyGivenUp: true }, 'As asked', 'Not asked'],
	List_Visits: [{ from: '2026-06-01', to: '2026-06-01T20:00' }, bookingId, 'BKG-001002'],
	Look_Up_Details: [{ bookingId, fields: 'customer.email' }, ada.email, 'Escape'],
	Look_Up_a_Booking: [{ bookingId }, ada.email],
};

const askFromClaude: Story = async (lab, example) => {
	const { account, credential } = await lab.addVenue('Venue of Claude');
	const bearer = await lab.n8n.credentials.create('httpBearerAuth', { token: 'of Claude' });
	const imported = await lab.import(example, (node) =>
		node.name === 'Venue for Claude' ? bearer : forOurs(credential)(node),
	);
	await lab.n8n.workflows.publish(imported.workflow);
	await account.bookings.create({ ...BOOKING, startTime: '2026-06-01T15:00:00Z' });
	await account.bookings.create({ uniqueId: 'BKG-001002', startTime: '2026-06-02T15:00:00Z' });
	const webhooks = { booking: { events: ['Created'] } };
	account.webhooks.create({ url: 'https://crm.example/events', enabled: false, webhooks });
	account.messages.addFailed({ type: 'Ticket', attempts: 7, detail: 'As asked' });
	account.messages.addFailed({ type: 'Ticket', attempts: 2, detail: 'Not asked' });
	account.messages.addFailed({ type: 'Booking', attempts: 7, detail: 'Not asked' });

	const url = `${lab.n8n.webhookUrl}/mcp/ask-your-venue`;
	const claude = await McpClient.connect(url, 'of Claude');
	expect(await claude.tools()).toEqual(TOOLS);
	expect(Object.keys(ASKED)).toEqual(TOOLS);
	let told = '';
	for (const [tool, [given, part, untold = 'of Claude']] of Object.entries(ASKED)) {
		told = await claude.call(tool, given);
		expect([tool, told]).toEqual([tool, expect.stringContaining(part)]);
		expect(told).not.toContain(untold);
	}
	const stranger = McpClient.connect(url, 'a guess');
	await expect(stranger).rejects.toThrow('40');
	return { 'Look Up a Booking': [{ booking: /BKG-\d+/.exec(told)?.[0] }] };
};

export const office: Record<string, Story> = {
	'office/new-bookings': newBookings,
	'office/customers-in-hubspot': customersInHubspot,
	'office/nightly-report': nightlyReport,
	'office/report-files': reportFiles,
	'office/several-venues': severalVenues,
	'office/front-desk-agent': frontDeskAgent,
	'office/visitors-today': visitorsToday,
	'office/products-on-your-website': productsOnYourWebsite,
	'office/ask-your-venue-from-claude': askFromClaude,
};
