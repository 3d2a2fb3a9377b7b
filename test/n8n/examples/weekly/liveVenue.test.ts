import { packedPackage } from '../../fixtures/packedPackage';
import { PACKAGE } from '../../lab/package/packageName';
import { PackageRegistry } from '../../lab/package/registry';
import { documentOf } from '../exampleApps';
import { ExampleLab } from '../exampleLab';
import { forOurs } from '../stories/story';

const WITHIN = 300_000;
const EXAMPLE = 'office/new-bookings';
const NAME = 'A venue like the live one';

describe('a new user of a venue like the live one', () => {
	let registry: PackageRegistry;
	let lab: ExampleLab;

	beforeAll(async () => {
		registry = await PackageRegistry.open();
		await registry.publish(packedPackage());
		const { programs } = registry;
		const venue = { profile: 'live' } as const;
		lab = await ExampleLab.open('regular', {}, { venue, programs, tarball: undefined });
	}, WITHIN);

	afterAll(async () => {
		await lab?.close();
		await registry?.close();
	}, WITHIN);

	it(
		'installs the package, imports an example, and has each booking in a sheet once',
		async () => {
			await lab.n8n.communityPackages.install(PACKAGE);
			const { account, credential } = await lab.addVenue(NAME);
			const { clientId, clientSecret } = lab.platform.clients.all().at(-1)!;
			const data = { baseUrl: lab.platform.baseUrl, clientId, clientSecret };
			expect(await lab.n8n.credentials.test(credential, data)).toMatchObject({ status: 'OK' });

			const imported = await lab.import(EXAMPLE, forOurs(credential));
			await lab.setUp(imported);
			await lab.publish(imported);
			const rows = () => lab.apps.sheets.rows(documentOf(EXAMPLE), 'Bookings');
			const customer = { name: 'Ada Lovelace', email: 'ada@example.test' };
			const booked = { customer, product: 'Laser Tag', guests: 4 };
			const { booking, messages } = await account.bookings.create(booked);
			await account.messages.resend(messages[0].id);
			await lab.items(imported, 2);
			await lab.run(imported, 'Every Five Minutes');
			expect(rows()).toMatchObject([
				{ bookingId: booking.uniqueId, guestName: 'Ada Lovelace', guests: 4 },
			]);
			expect(lab.platform.deliveries.map(({ status }) => status)).toEqual([200, 200]);
			expect(account.messages.supervision.reviews).toEqual([]);
		},
		WITHIN,
	);
});
