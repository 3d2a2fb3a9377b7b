import type { Claim, Section, Table } from '../bench';
import { spreadText } from '../page/spreadText';
import { median } from '../statistics';
import type { Course, Load, Poll } from './scenario';

/** The limits of n8n's scheduler and of a poll. */
const PATIENCE_SECONDS = 30;
const REQUESTS_OF_A_CALM_POLL = 2;
const REQUESTS_PER_MINUTE = 600;
const MOST_STORED_KB = 32;

/** What a process learns about its own code is not memory of a venue. */
const LEFT_BEHIND_MB = 2;

const KB = 1024;

type Courses = Map<Load, Course[]>;

type Figure = (poll: Poll) => number;

export function sectionOf(courses: Courses): Section {
	const entries = [...courses];
	return {
		name: 'recovery',
		title: 'A poll of the recovery trigger',
		asks: 'The published package in the real n8n-core, in its own process; the simulated venue runs in another. Messages are given up and bookings change, all within seconds; the next poll finds them and starts the workflow with them. CPU is that of all threads of the process; memory is what it held on top of what it held before. The longest pause is the longest time without a response from n8n.',
		tables: [newsTable(entries)],
		details: [calmTable(entries)],
		claims: claimsOf(entries),
	};
}

type Entry = [Load, Course[]];

const ofNews = (courses: Course[], figure: Figure) => courses.map(({ news }) => figure(news));
const ofCalm = (courses: Course[], figure: Figure) =>
	courses.flatMap(({ calm }) => calm.map(figure));

function newsTable(entries: Entry[]): Table {
	return {
		caption: 'A poll that finds news',
		columns: [
			'Given up',
			'Bookings changed',
			'Items',
			'Requests',
			'Seconds',
			'CPU seconds',
			'Longest pause, ms',
			'Memory on top, MB',
			'Stored, kB',
		],
		rows: entries.map(([{ failed, bookings }, courses]) => [
			failed,
			bookings,
			median(ofNews(courses, ({ items }) => items)),
			median(ofNews(courses, ({ requests }) => requests)),
			spreadText(ofNews(courses, ({ seconds }) => seconds)),
			spreadText(ofNews(courses, ({ cpuSeconds }) => cpuSeconds)),
			spreadText(
				ofNews(courses, ({ longestPauseMs }) => longestPauseMs),
				0,
			),
			spreadText(
				ofNews(courses, ({ extraMb }) => extraMb),
				0,
			),
			median(ofNews(courses, ({ storedBytes }) => storedBytes)) / KB,
		]),
	};
}

function calmTable(entries: Entry[]): Table {
	return {
		caption: 'A poll after it, that finds nothing new',
		columns: [
			'On the list',
			'Bookings at the venue',
			'Requests',
			'Milliseconds',
			'CPU, ms',
			'Longest pause, ms',
			'Memory on top, MB',
			'Left in memory by all of them, MB',
		],
		rows: entries.map(([{ failed, bookings }, courses]) => [
			failed,
			bookings,
			median(ofCalm(courses, ({ requests }) => requests)),
			spreadText(
				ofCalm(courses, ({ seconds }) => seconds * 1000),
				0,
			),
			spreadText(
				ofCalm(courses, ({ cpuSeconds }) => cpuSeconds * 1000),
				0,
			),
			spreadText(
				ofCalm(courses, ({ longestPauseMs }) => longestPauseMs),
				0,
			),
			spreadText(
				ofCalm(courses, ({ extraMb }) => extraMb),
				1,
			),
			spreadText(courses.map(leftBehind), 2),
		]),
	};
}

/** Memory after the last poll without news, compared with the first. */
function leftBehind({ calm }: Course): number {
	return calm[calm.length - 1].heapMb - calm[0].heapMb;
}

function claimsOf(entries: Entry[]): Claim[] {
	const calm = entries.flatMap(([, courses]) => ofCalm(courses, ({ requests }) => requests));
	const share = (100 * Math.max(...calm)) / REQUESTS_PER_MINUTE;
	const left = Math.max(...entries.map(([, courses]) => median(courses.map(leftBehind))));
	const [largest, courses] = entries[entries.length - 1];
	const seconds = Math.max(...ofNews(courses, (poll) => poll.seconds));
	const rest = courses.map((course) => course.rest);
	const restSeconds = Math.max(...rest.map((poll) => poll.seconds));
	const stored = Math.max(
		...entries.flatMap(([, all]) => ofNews(all, ({ storedBytes }) => storedBytes / KB)),
	);
	return [
		{
			claim: `a poll with nothing new: ${Math.max(...calm)} requests, ${share.toFixed(2)} % of what a minute allows`,
			isKept: calm.every((requests) => requests === REQUESTS_OF_A_CALM_POLL) && share < 1,
		},
		{
			claim: `polls with nothing new leave ${left.toFixed(1)} MB behind at most`,
			isKept: left <= LEFT_BEHIND_MB,
		},
		{
			claim: `${largest.failed} messages and ${largest.bookings} bookings at once, the poll that finds them: ${seconds.toFixed(1)} s of ${PATIENCE_SECONDS}`,
			isKept: seconds <= PATIENCE_SECONDS,
		},
		{
			claim: `the ${Math.min(...rest.map(({ items }) => items))} items left of them, in one run: ${restSeconds.toFixed(1)} s of ${PATIENCE_SECONDS}`,
			isKept: restSeconds <= PATIENCE_SECONDS,
		},
		{
			claim: `stored with the workflow: ${stored.toFixed(1)} kB at most`,
			isKept: stored <= MOST_STORED_KB,
		},
		...growthOf('message', entries, ({ failed }) => failed),
		...growthOf('booking', entries, ({ bookings }) => bookings),
	];
}

/** Compares the fewest with the most, with none of the other kind, until all are emitted. */
function growthOf(what: string, entries: Entry[], of: (load: Load) => number): Claim[] {
	const alone = entries.filter(
		([load]) => of(load) > 0 && of(load) === load.failed + load.bookings,
	);
	if (alone.length < 2) return [];
	const [fewest, most] = [alone[0], alone[alone.length - 1]].map(([load, courses]) => ({
		count: of(load),
		each: median(courses.map(({ news, rest }) => news.cpuSeconds + rest.cpuSeconds)) / of(load),
	}));
	const part = most.each / fewest.each;
	return [
		{
			claim: `CPU for each ${what} among ${most.count}: ${part.toFixed(2)} of that among ${fewest.count}`,
			isKept: part <= 1,
		},
	];
}
