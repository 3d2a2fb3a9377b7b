import axios from 'axios';

import { documentOf } from '../exampleApps';
import type { ExampleLab } from '../exampleLab';
import { stopExecutions } from '../stoppedWorkflow';
import { importFor } from '../stories/story';
import { attacked, FIVE_MINUTES, type Attack } from './hostile';
import { bookings, idOf, LONG_NOTE, NAMES } from './words';

const CREATED = { type: 'Booking', eventType: 'Created' } as const;

const rowsOf = ({ apps }: ExampleLab, example: string, sheet: string) =>
	apps.sheets.rows(documentOf(example), sheet);

const newBookings: Attack = async (lab, example) => {
	const { send, run } = await attacked(lab, example);
	await send(
		CREATED,
		bookings.map((booking) => ({ ...booking, product: booking.customer.name })),
	);
	await run(FIVE_MINUTES);
	const rows = rowsOf(lab, example, 'Bookings');
	// Deliveries at the same moment may arrive in any order.
	expect(rows.map(({ guestName }) => guestName).sort()).toEqual([...NAMES].sort());
	expect(rows.map(({ product }) => product).sort()).toEqual([...NAMES].sort());
	const [{ text }, ...more] = lab.apps.slack.messages;
	expect(more).toEqual([]);
	expect(text).toContain('&lt;!channel&gt; hello');
	expect(text.length).toBeLessThan(5_000);
};

const severalVenues: Attack = async (lab, example) => {
	const { send, run } = await attacked(lab, example);
	await send(CREATED, bookings);
	await run(FIVE_MINUTES);
	const rows = rowsOf(lab, example, 'Bookings');
	expect(rows.map(({ guestName }) => guestName).sort()).toEqual([...NAMES].sort());
};

const reportFiles: Attack = async (lab, example) => {
	const { send, run } = await attacked(lab, example);
	const exportType = 'Attacked';
	await lab.addRow('Reports requested', { exportType });
	const records = NAMES.map((name) => ({ name, note: LONG_NOTE }));
	const part = { processId: exportType, sequenceNumber: 1, sequenceTotal: 1 };
	const preSignedUrls = [lab.files.put('/attacked.json', records)];
	await send({ type: 'BulkExport', eventType: 'Created' }, [
		{ exportType, ...part, preSignedUrls },
	]);
	await run('Every Fifteen Minutes');
	expect(rowsOf(lab, example, 'Report')).toEqual(records);
};

/** Its request holds nothing that a guest wrote. */
const nightlyReport: Attack = async (lab, example) => {
	const { venue, run } = await attacked(lab, example);
	for (const booking of bookings) await venue.bookings.create(booking);
	lab.platform.forgetRequests();
	await run('Every Night');
	const [{ body }] = lab.platform.requestsTo('POST /reporting/bulk');
	expect(Object.keys(body as object)).toEqual(['exportType', 'startDate', 'endDate']);
};

const signedWaivers: Attack = async (lab, example) => {
	const { send, run } = await attacked(lab, example);
	const waivers = bookings.map(({ uniqueId, customer, notes }) => ({
		...{ uniqueId: `WVR-${uniqueId}`, bookingId: uniqueId, customer, notes },
	}));
	await send({ type: 'SignedWaiver', eventType: 'Created' }, waivers);
	await run(FIVE_MINUTES);
	const files = [...lab.apps.drive.files].sort((one, other) => (one.name < other.name ? -1 : 1));
	expect(files.map(({ name }) => name)).toEqual(
		NAMES.map((name, index) => `Waiver ${idOf(index)} ${name.slice(0, 100)}.json`),
	);
	expect(files.map(({ content }) => JSON.parse(content) as object)).toEqual(waivers);
};

const productsOnYourWebsite: Attack = async (lab, example) => {
	const { send, run } = await attacked(lab, example);
	const products = NAMES.map((name, index) => ({ uniqueId: `../${index}?x=#`, name, price: 1 }));
	await send({ type: 'Product', eventType: 'Created' }, products);
	await run(FIVE_MINUTES);
	expect(Object.fromEntries(lab.apps.website.pages)).toEqual(
		Object.fromEntries(
			products.map(({ uniqueId, name, price }) => [
				`/products/${uniqueId}`,
				{ name, price, isDeleted: false },
			]),
		),
	);
};

const visitorsToday: Attack = async (lab, example) => {
	const { send } = await attacked(lab, example);
	const redemptions = NAMES.map((uniqueId) => ({ uniqueId, notes: LONG_NOTE }));
	await send({ type: 'Redemption', eventType: 'Created' }, redemptions);
	const page = `${lab.n8n.webhookUrl}/webhook/visitors-today`;
	const { data } = await axios.get<string>(page, { proxy: false });
	expect(data).toMatch(new RegExp(`>${NAMES.length}$`));
	expect(data.length).toBeLessThan(300);
};

const losslessMirror: Attack = async (lab, example) => {
	const { send } = await attacked(lab, example);
	// PostgreSQL stores neither of these in a text.
	const unstorable = { ...bookings[0], uniqueId: 'BKG-999999', notes: 'A\u0000B' };
	await send(CREATED, [...bookings, unstorable]);
	expect(await lab.apps.mirroredBookings()).toEqual([...bookings, { ...unstorable, notes: 'AB' }]);
	expect(await lab.rowsOf('Changes to mirror')).toEqual([]);
};

/** What a guest wrote goes to no app, unless the user puts it into “Do It Once”. */
const exactlyOnce: Attack = async (lab, example) => {
	const { send, run } = await attacked(lab, example);
	await send(CREATED, bookings);
	await run('Every Morning');
	const rows = await lab.rowsOf('Messages seen');
	expect(rows.map(({ state }) => state)).toEqual(NAMES.map(() => 'done'));
};

const customersInHubspot: Attack = async (lab, example) => {
	const { send, run } = await attacked(lab, example);
	const customers = bookings.map(({ uniqueId, customer: { name, email }, notes }) => ({
		...{ uniqueId, email, firstName: name, lastName: name, phone: name, notes },
	}));
	await send({ type: 'Customer', eventType: 'Updated' }, customers);
	await run(FIVE_MINUTES);
	expect([...lab.apps.hubspot.contacts]).toEqual(
		customers.map(({ email, firstName }) => [
			email,
			{ firstname: firstName, lastname: firstName, phone: firstName },
		]),
	);
};

/** A reason may quote a guest. */
const whenAWorkflowFails: Attack = async (lab, example) => {
	const { imported } = await importFor(lab, example);
	await lab.setUp(imported);
	await lab.n8n.workflows.publish(imported.workflow);
	const ofOneKind = NAMES.join('\n').slice(0, 400);
	for (const reason of [ofOneKind, LONG_NOTE]) await stopExecutions(lab, imported, 1, reason);
	await lab.run(imported, 'Every Fifteen Minutes');
	const [{ text }, ...more] = lab.apps.slack.messages;
	expect(more).toEqual([]);
	expect(text).toContain('&lt;!channel&gt; hello');
	expect(text.length).toBeLessThan(3_000);
};

/** The venue’s list of failed messages names topics and dates, and nothing that a guest wrote. */
const failedDeliveries: Attack = async (lab, example) => {
	const { imported, venue } = await importFor(lab, example);
	for (const booking of bookings) await venue.bookings.create(booking);
	venue.messages.addFailed({ attempts: 7 });
	await lab.run(imported, 'Something Was Missed');
	expect(lab.apps.slack.messages).toHaveLength(1);
	expect(JSON.stringify(lab.apps.slack.messages)).not.toContain('evil');
};

export const atApps: Record<string, Attack> = {
	'office/new-bookings': newBookings,
	'office/several-venues': severalVenues,
	'office/report-files': reportFiles,
	'office/nightly-report': nightlyReport,
	'office/customers-in-hubspot': customersInHubspot,
	'office/products-on-your-website': productsOnYourWebsite,
	'office/visitors-today': visitorsToday,
	'guests/signed-waivers': signedWaivers,
	'safety/lossless-mirror': losslessMirror,
	'safety/exactly-once': exactlyOnce,
	'safety/when-a-workflow-fails': whenAWorkflowFails,
	'safety/failed-deliveries': failedDeliveries,
};
