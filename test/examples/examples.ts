import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve, sep } from 'node:path';

export interface ExampleNode {
	id: string;
	name: string;
	type: string;
	typeVersion: number;
	position: [number, number];
	parameters: Record<string, unknown>;
}

export interface Example {
	name: string;
	nodes: ExampleNode[];
	connections: Record<string, Record<string, Array<Array<{ node: string }>>>>;
	/** Made-up events, by the name of the trigger that shows them. */
	pinData: Record<string, Array<{ json: Record<string, unknown> }>>;
	settings: object;
}

export const EXAMPLES = resolve(__dirname, '../../examples');

export const STICKY_NOTE = 'n8n-nodes-base.stickyNote';

/** Nodes that need an account other than n8n's and the venue's. */
const APPS = [
	...['gmail', 'googleCalendar', 'googleDrive', 'googleSheets', 'hubspot', 'mailchimp'],
	...['microsoftTeams', 'postgres', 'slack'],
];

export const isApp = ({ type }: ExampleNode) =>
	APPS.some((app) => type === `n8n-nodes-base.${app}`);

const STARTERS = 'starters/';

const allNames = () =>
	readdirSync(EXAMPLES, { recursive: true, encoding: 'utf8' })
		.filter((file) => file.endsWith('.json'))
		.map((file) => file.slice(0, -'.json'.length).split(sep).join('/'))
		.sort();

/** For example `office/new-bookings`. */
export const exampleNames = () => allNames().filter((name) => !name.startsWith(STARTERS));

/** Small ones that grow into one of the others: they keep nothing that an app did not accept. */
export const starterNames = () => allNames().filter((name) => name.startsWith(STARTERS));

export function readExample(name: string, folder = EXAMPLES): Example {
	return JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8')) as Example;
}
