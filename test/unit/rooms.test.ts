import { readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';

const ROOT = join(__dirname, '../..');
const SHIPPED = ['credentials', 'nodes'];

const LONGEST_FILE = 320;
const MOST_FILES = 18;

/** Each room, and the rooms that it may know beside itself. The first one that fits a file is its own. */
const ROOMS: Record<string, string[]> = {
	'nodes/venueApi/limits': [],
	'nodes/venueApi/shapes': [],
	'nodes/venueApi/retry': ['nodes/venueApi/limits'],
	'nodes/venueApi/messages': ['nodes/venueApi/shapes'],
	'nodes/venueApi/pacing': ['nodes/venueApi/limits', 'nodes/venueApi/retry'],
	'nodes/venueApi/connection': [
		'nodes/venueApi/limits',
		'nodes/venueApi/pacing/intake',
		'nodes/venueApi/shapes',
	],
	'nodes/venueApi/transport': [
		'nodes/venueApi/connection',
		'nodes/venueApi/limits',
		'nodes/venueApi/messages',
		'nodes/venueApi/pacing',
		'nodes/venueApi/retry',
		'nodes/venueApi/shapes',
	],
	'nodes/venueApi': ['nodes/venueApi'],
	'nodes/VenuePlatformTrigger/settings': [],
	'nodes/VenuePlatformTrigger/trigger': [],
	'nodes/VenuePlatformTrigger/memory': ['nodes/venueApi'],
	'nodes/VenuePlatformTrigger/delivery': [
		'nodes/VenuePlatformTrigger/memory',
		'nodes/VenuePlatformTrigger/settings',
		'nodes/VenuePlatformTrigger/trigger',
		'nodes/venueApi',
	],
	'nodes/VenuePlatformTrigger/sender': [
		'nodes/VenuePlatformTrigger/settings',
		'nodes/VenuePlatformTrigger/trigger',
		'nodes/venueApi',
	],
	'nodes/VenuePlatformTrigger/registration': [
		'nodes/VenuePlatformTrigger/sender',
		'nodes/VenuePlatformTrigger/settings',
		'nodes/venueApi',
	],
	'nodes/VenuePlatformTrigger/description': [
		'nodes/VenuePlatformTrigger/registration',
		'nodes/venueApi',
	],
	'nodes/VenuePlatformTrigger': ['nodes/VenuePlatformTrigger', 'nodes/venueApi'],
	'nodes/VenuePlatformRecoveryTrigger/settings': ['nodes/venueApi'],
	'nodes/VenuePlatformRecoveryTrigger/venueClock': [],
	'nodes/VenuePlatformRecoveryTrigger/memory': [
		'nodes/VenuePlatformRecoveryTrigger/venueClock',
		'nodes/venueApi',
	],
	'nodes/VenuePlatformRecoveryTrigger/failedMessages': [
		'nodes/VenuePlatformRecoveryTrigger/memory',
		'nodes/venueApi',
	],
	'nodes/VenuePlatformRecoveryTrigger/webhookChanges': [
		'nodes/VenuePlatformRecoveryTrigger/memory',
		'nodes/venueApi',
	],
	'nodes/VenuePlatformRecoveryTrigger/versions': [
		'nodes/VenuePlatformRecoveryTrigger/memory',
		'nodes/venueApi',
	],
	'nodes/VenuePlatformRecoveryTrigger/batches': [
		'nodes/VenuePlatformRecoveryTrigger/memory',
		'nodes/VenuePlatformRecoveryTrigger/venueClock',
		'nodes/VenuePlatformRecoveryTrigger/versions',
		'nodes/venueApi',
	],
	'nodes/VenuePlatformRecoveryTrigger/changedBookings': [
		'nodes/VenuePlatformRecoveryTrigger/batches',
		'nodes/VenuePlatformRecoveryTrigger/versions',
		'nodes/VenuePlatformRecoveryTrigger/memory',
		'nodes/VenuePlatformRecoveryTrigger/venueClock',
		'nodes/venueApi',
	],
	'nodes/VenuePlatformRecoveryTrigger/description': [
		'nodes/VenuePlatformRecoveryTrigger/settings',
		'nodes/venueApi',
	],
	'nodes/VenuePlatformRecoveryTrigger': ['nodes/VenuePlatformRecoveryTrigger', 'nodes/venueApi'],
	'nodes/VenuePlatform': ['nodes/venueApi'],
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

describe('the rooms of what is published', () => {
	it.each(files)('%s knows only the rooms that it may know', (file) => {
		const room = roomOf(file);
		const allowed = [room, ...ROOMS[room]];
		const against = importsOf(file).filter(
			(known) => !allowed.some((other) => isIn(known, other)) || !files.includes(known),
		);
		expect(against).toEqual([]);
	});

	it('know each other in one direction', () => {
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

	it('hold no file that imports itself by way of others', () => {
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

	it.each(files)('%s says one thing', (file) => {
		const lines = readFileSync(join(ROOT, file), 'utf8').split('\n').length;
		expect(lines).toBeLessThanOrEqual(LONGEST_FILE);
	});

	it('have few files each, so that one finds what one looks for', () => {
		const folders = [...new Set(files.map((file) => dirname(file)))];
		const crowded = folders.filter((folder) => {
			const own = readdirSync(join(ROOT, folder)).filter((name) =>
				statSync(join(ROOT, folder, name)).isFile(),
			);
			return own.length > MOST_FILES;
		});
		expect(crowded).toEqual([]);
	});
});
