import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative, sep } from 'node:path';

const ROOT = join(__dirname, '../..');
const SHIPPED = ['credentials', 'nodes'];

/**
 * The rooms, and which other rooms each may know. A file belongs to the first room that matches.
 */
const ROOMS: Record<string, string[]> = {
	'nodes/venueApi/address': [],
	'nodes/venueApi/durations': [],
	'nodes/venueApi/limits': ['nodes/venueApi/durations'],
	'nodes/venueApi/recentMap': [],
	'nodes/venueApi/records': [],
	'nodes/venueApi/pacing': ['nodes/venueApi/durations', 'nodes/venueApi/limits'],
	'nodes/venueApi/answers': [
		'nodes/venueApi/limits',
		'nodes/venueApi/pacing/responseMemory',
		'nodes/venueApi/pacing/waiting',
		'nodes/venueApi/records',
	],
	'nodes/venueApi/messages': [
		'nodes/venueApi/answers',
		'nodes/venueApi/recentMap',
		'nodes/venueApi/records',
	],
	'nodes/n8n': ['nodes/venueApi/messages'],
	'nodes/venueApi/connection': [
		'nodes/venueApi/address',
		'nodes/venueApi/limits',
		'nodes/venueApi/pacing/responseMemory',
	],
	'nodes/venueApi/transport': [
		'nodes/n8n',
		'nodes/venueApi/answers',
		'nodes/venueApi/connection',
		'nodes/venueApi/durations',
		'nodes/venueApi/limits',
		'nodes/venueApi/messages',
		'nodes/venueApi/pacing',
	],
	'nodes/venueApi': ['nodes/n8n', 'nodes/venueApi'],
	'nodes/parameters': ['nodes/venueApi'],
	'nodes/VenuePlatformTrigger/settings': ['nodes/parameters', 'nodes/venueApi'],
	'nodes/VenuePlatformTrigger/memory': ['nodes/n8n', 'nodes/venueApi'],
	'nodes/VenuePlatformTrigger/delivery': [
		'nodes/parameters',
		'nodes/VenuePlatformTrigger/memory',
		'nodes/VenuePlatformTrigger/sender/deliveryAuth',
		'nodes/VenuePlatformTrigger/settings',
		'nodes/venueApi',
	],
	'nodes/VenuePlatformTrigger/sender': ['nodes/VenuePlatformTrigger/settings', 'nodes/venueApi'],
	'nodes/VenuePlatformTrigger/registration': [
		'nodes/VenuePlatformTrigger/sender',
		'nodes/VenuePlatformTrigger/settings',
		'nodes/n8n',
		'nodes/parameters',
		'nodes/venueApi',
	],
	'nodes/VenuePlatformTrigger/description': [
		'nodes/parameters',
		'nodes/VenuePlatformTrigger/registration',
		'nodes/venueApi',
	],
	'nodes/VenuePlatformTrigger': [
		'nodes/VenuePlatformTrigger',
		'nodes/n8n',
		'nodes/parameters',
		'nodes/venueApi',
	],
	'nodes/VenuePlatformRecoveryTrigger/settings': ['nodes/parameters', 'nodes/venueApi'],
	'nodes/VenuePlatformRecoveryTrigger/pollRun': [
		'nodes/VenuePlatformRecoveryTrigger/pollingNode',
		'nodes/VenuePlatformRecoveryTrigger/settings',
		'nodes/n8n',
		'nodes/venueApi',
	],
	'nodes/VenuePlatformRecoveryTrigger/outages': ['nodes/n8n', 'nodes/venueApi'],
	'nodes/VenuePlatformRecoveryTrigger/pollingNode': [
		'nodes/VenuePlatformRecoveryTrigger/items',
		'nodes/VenuePlatformRecoveryTrigger/outages',
		'nodes/venueApi/pacing',
	],
	'nodes/VenuePlatformRecoveryTrigger/venueClock': [],
	'nodes/VenuePlatformRecoveryTrigger/memory': [
		'nodes/VenuePlatformRecoveryTrigger/pollRun',
		'nodes/VenuePlatformRecoveryTrigger/venueClock',
		'nodes/n8n',
		'nodes/venueApi',
	],
	'nodes/VenuePlatformRecoveryTrigger/switchedOff': [
		'nodes/VenuePlatformRecoveryTrigger/items',
		'nodes/VenuePlatformRecoveryTrigger/pollRun',
		'nodes/n8n',
		'nodes/venueApi',
	],
	'nodes/VenuePlatformRecoveryTrigger/webhookChanges': [
		'nodes/VenuePlatformRecoveryTrigger/items',
		'nodes/VenuePlatformRecoveryTrigger/memory',
		'nodes/VenuePlatformRecoveryTrigger/outages',
		'nodes/VenuePlatformRecoveryTrigger/pollRun',
		'nodes/VenuePlatformRecoveryTrigger/switchedOff',
		'nodes/venueApi',
	],
	'nodes/VenuePlatformRecoveryTrigger/items': [
		'nodes/VenuePlatformRecoveryTrigger/settings',
		'nodes/venueApi',
	],
	'nodes/VenuePlatformRecoveryTrigger/places': [
		'nodes/VenuePlatformRecoveryTrigger/items',
		'nodes/VenuePlatformRecoveryTrigger/memory',
		'nodes/VenuePlatformRecoveryTrigger/outages',
		'nodes/VenuePlatformRecoveryTrigger/pollRun',
		'nodes/n8n',
		'nodes/venueApi',
	],
	'nodes/VenuePlatformRecoveryTrigger/messageRoom': [
		'nodes/VenuePlatformRecoveryTrigger/memory',
		'nodes/venueApi',
	],
	'nodes/VenuePlatformRecoveryTrigger/knownMessages': [
		'nodes/VenuePlatformRecoveryTrigger/memory',
		'nodes/VenuePlatformRecoveryTrigger/messageRoom',
		'nodes/VenuePlatformRecoveryTrigger/pollRun',
		'nodes/VenuePlatformRecoveryTrigger/settings',
		'nodes/venueApi',
	],
	'nodes/VenuePlatformRecoveryTrigger/failedMessages': [
		'nodes/VenuePlatformRecoveryTrigger/places',
		'nodes/VenuePlatformRecoveryTrigger/items',
		'nodes/VenuePlatformRecoveryTrigger/knownMessages',
		'nodes/VenuePlatformRecoveryTrigger/messageRoom',
		'nodes/VenuePlatformRecoveryTrigger/memory',
		'nodes/VenuePlatformRecoveryTrigger/outages',
		'nodes/VenuePlatformRecoveryTrigger/pollRun',
		'nodes/venueApi',
	],
	'nodes/VenuePlatformRecoveryTrigger/versions': [
		'nodes/VenuePlatformRecoveryTrigger/memory',
		'nodes/VenuePlatformRecoveryTrigger/outages',
		'nodes/VenuePlatformRecoveryTrigger/pollRun',
		'nodes/VenuePlatformRecoveryTrigger/venueClock',
		'nodes/venueApi',
	],
	'nodes/VenuePlatformRecoveryTrigger/batches': [
		'nodes/VenuePlatformRecoveryTrigger/memory',
		'nodes/VenuePlatformRecoveryTrigger/outages',
		'nodes/VenuePlatformRecoveryTrigger/venueClock',
		'nodes/VenuePlatformRecoveryTrigger/versions',
		'nodes/venueApi',
	],
	'nodes/VenuePlatformRecoveryTrigger/wholeVersions': [
		'nodes/VenuePlatformRecoveryTrigger/memory',
		'nodes/VenuePlatformRecoveryTrigger/pollRun',
		'nodes/VenuePlatformRecoveryTrigger/versions',
		'nodes/venueApi',
	],
	'nodes/VenuePlatformRecoveryTrigger/cutLists': [
		'nodes/VenuePlatformRecoveryTrigger/memory',
		'nodes/VenuePlatformRecoveryTrigger/versions',
	],
	'nodes/VenuePlatformRecoveryTrigger/lookForChanges': [
		'nodes/VenuePlatformRecoveryTrigger/cutLists',
		'nodes/VenuePlatformRecoveryTrigger/batches',
		'nodes/VenuePlatformRecoveryTrigger/memory',
		'nodes/VenuePlatformRecoveryTrigger/outages',
		'nodes/VenuePlatformRecoveryTrigger/venueClock',
		'nodes/VenuePlatformRecoveryTrigger/versions',
	],
	'nodes/VenuePlatformRecoveryTrigger/changedBookings': [
		'nodes/VenuePlatformRecoveryTrigger/cutLists',
		'nodes/VenuePlatformRecoveryTrigger/lookForChanges',
		'nodes/VenuePlatformRecoveryTrigger/wholeVersions',
		'nodes/VenuePlatformRecoveryTrigger/memory',
		'nodes/VenuePlatformRecoveryTrigger/pollRun',
		'nodes/VenuePlatformRecoveryTrigger/settings',
		'nodes/VenuePlatformRecoveryTrigger/versions',
		'nodes/venueApi',
	],
	'nodes/VenuePlatformRecoveryTrigger/description': [
		'nodes/parameters',
		'nodes/VenuePlatformRecoveryTrigger/settings',
		'nodes/venueApi',
	],
	'nodes/VenuePlatformRecoveryTrigger': [
		'nodes/VenuePlatformRecoveryTrigger',
		'nodes/n8n',
		'nodes/parameters',
		'nodes/venueApi',
	],
	'nodes/VenuePlatform': ['nodes/n8n', 'nodes/parameters', 'nodes/venueApi'],
	credentials: ['nodes/venueApi'],
};

const files = SHIPPED.flatMap((folder) =>
	readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
		.map((file) => join(folder, file).split(sep).join('/'))
		.filter((file) => file.endsWith('.ts')),
);

const isIn = (file: string, room: string) => file === `${room}.ts` || file.startsWith(`${room}/`);

const roomOf = (file: string) => Object.keys(ROOMS).find((room) => isIn(file, room)) ?? 'nowhere';

function importsOf(file: string): string[] {
	const text = readFileSync(join(ROOT, file), 'utf8');
	return [...text.matchAll(/(?:from|import\(|require\() ?'(\.[^']+)'/g)]
		.map(([, path]) =>
			relative(ROOT, join(ROOT, dirname(file), path))
				.split(sep)
				.join('/'),
		)
		.map((path) => (files.includes(`${path}.ts`) ? `${path}.ts` : `${path}/index.ts`));
}

describe('the rooms of the published code', () => {
	it.each(files)(
		'%s imports only from rooms that it may know [guideline: own request helper]',
		(file) => {
			const room = roomOf(file);
			const allowed = [room, ...ROOMS[room]];
			const against = importsOf(file).filter(
				(known) => !allowed.some((other) => isIn(known, other)) || !files.includes(known),
			);
			expect(against).toEqual([]);
		},
	);

	it('know each other in one direction only', () => {
		const knows = new Map<string, Set<string>>();
		for (const file of files) {
			const room = roomOf(file);
			const others = importsOf(file).map(roomOf);
			knows.set(room, new Set([...(knows.get(room) ?? []), ...others]));
		}
		const both = [...knows].flatMap(([room, others]) =>
			[...others].filter((other) => other !== room && knows.get(other)?.has(room)),
		);
		expect(both).toEqual([]);
	});

	it('have no import cycles between files', () => {
		const ended = new Set<string>();
		const cycles: string[] = [];
		const follow = (file: string, path: string[]) => {
			if (path.includes(file)) cycles.push([...path.slice(path.indexOf(file)), file].join(' → '));
			if (path.includes(file) || ended.has(file)) return;
			for (const known of importsOf(file)) follow(known, [...path, file]);
			ended.add(file);
		};
		for (const file of files) follow(file, []);
		expect(cycles).toEqual([]);
	});

	it('all exist', () => {
		const gone = Object.keys(ROOMS).filter((room) => !files.some((file) => isIn(file, room)));
		expect(gone).toEqual([]);
	});
});

/** Fields, samples and n8n's class: the engine tests them. */
const NOT_CHANGED = ['description', 'samples', 'settings', 'VenuePlatformRecoveryTrigger.node'];

describe('the rooms whose code the mutants change', () => {
	const { rooms } = jest.requireActual<{
		rooms: Record<string, { files: string[]; tests: string[] }>;
	}>('../mutants/rooms.js');

	const filesLike = (path: string) =>
		readdirSync(join(ROOT, dirname(path))).filter((name) => {
			const [start, end] = basename(path).split('*');
			return end === undefined ? name === start : name.startsWith(start) && name.endsWith(end);
		});

	it.each(Object.entries(rooms))('%s names only files that exist', (_, { files: code, tests }) => {
		const gone = [...code, ...tests].filter((path) => filesLike(path).length === 0);
		expect(gone).toEqual([]);
	});

	it('leave out no file of what polls report', () => {
		const changed = Object.values(rooms).flatMap(({ files: code }) => code);
		const polling = files.filter((file) =>
			/^nodes\/VenuePlatformRecoveryTrigger\/[^/]+$/.test(file),
		);
		const leftOut = polling.filter((file) => !changed.includes(file));
		expect(leftOut.map((file) => basename(file, '.ts')).sort()).toEqual(NOT_CHANGED.sort());
	});
});
