import type { Example, ExampleNode } from '../../../examples/examples';
import { isOurs } from '../../../examples/imported';
import type { Items } from '../../../examples/page';
import type { StoredCredential } from '../../lab/rest/credentials';
import type { ExampleLab, Imported, Venue } from '../exampleLab';

/** What happens at the venue and in n8n, and what each node returns. */
export type Story = (lab: ExampleLab, example: string) => Promise<Record<string, Items>>;

/** A booking as the simulated venue accepts it. */
export type Booked = NonNullable<Parameters<Venue['account']['bookings']['create']>[0]>;

export const ada = { name: 'Ada Lovelace', email: 'ada@example.test' };
export const DAY = 86_400_000;

let venues = 0;

/** Imports the example for a user with one venue. */
export async function importFor(
	lab: ExampleLab,
	example: string,
	change?: (example: Example) => Example,
	platform = lab.platform,
): Promise<{ imported: Imported; venue: Venue['account'] }> {
	const name = `Venue of ${example} ${++venues}`;
	const { account, credential } = await lab.addVenue(name, '', platform);
	return { imported: await lab.import(example, forOurs(credential), change), venue: account };
}

export const forOurs = (credential: StoredCredential) => (node: ExampleNode) =>
	isOurs(node) ? credential : undefined;
