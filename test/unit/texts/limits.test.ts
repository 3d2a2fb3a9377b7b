import { inHours, LIMITS } from '../../../nodes/venueApi/limits';
import { read } from './support/pages';

const pages = ['docs/nodes.md', 'docs/reliability.md', 'docs/reliability-in-detail.md']
	.map(read)
	.join('\n');

const WORDS = [
	'none',
	'one',
	'two',
	'three',
	'four',
	'five',
	'six',
	'seven',
	'eight',
	'nine',
	'ten',
];
const { restApi, dataApi, token, bulkReport, revenueActivity, deliveries } = LIMITS;

/** The row that begins with this text, in the tables of the pages. */
const row = (beginning: string) =>
	pages.split('\n').find((line) => line.startsWith(`| ${beginning}`)) ?? '';

describe('the limits that the pages for users name', () => {
	it.each([
		['All requests', `${restApi.perMinute} a minute`],
		['**Requests per Minute**', `${restApi.perMinute}, as the venue allows`],
		['Bulk reports and queries', `${dataApi.perMinute} a minute`],
		['“Too many requests”', `${restApi.cooldownMs / 1000} seconds`],
		['Access tokens', `${token.perMinute} a minute`],
		['Access tokens', `${WORDS[token.cooldownMs / 60_000]} minutes`],
		['Bulk Report → Request  ', `about ${inHours(bulkReport.cooldownMs)} hours`],
		['Bulk Report → Request Revenue Activity', `${inHours(revenueActivity.cooldownMs)} hours`],
	])(
		'are those of the API document: %s [nodes: one internet address; 600 requests]',
		(beginning, figure) => {
			expect(row(beginning)).toContain(figure);
		},
	);

	it('are kept by the HTTP Request node as API access sets it up [api-access: Items per Batch]', () => {
		const [, items, ms] =
			/\*\*Items per Batch\*\* (\d+) and \*\*Batch\s+Interval \(ms\)\*\* (\d+)/.exec(
				read('docs/api-access.md'),
			)!;
		expect((Number(items) * 60_000) / Number(ms)).toBe(restApi.perMinute / 2);
	});

	it('are those of the API document: the number of retries of a delivery [reliability: 7 times]', () => {
		expect(pages).toContain(`up to ${deliveries.retries} times`);
	});
});
