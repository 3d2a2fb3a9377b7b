import { documentOf } from '../exampleApps';
import type { ExampleLab, Imported, Venue } from '../exampleLab';
import { DAY, importFor } from '../stories/story';

const START_WITHIN = 300_000;
const WITHIN = 120_000;
const MONTHS = [1, 2, 3, 4, 5, 6];
const EXPORT = 'RevenueEntries';

const RECORDS_A_MONTH = 20;
const recordsOf = (month: number) =>
	Array.from({ length: RECORDS_A_MONTH }, (_, index) => ({ record: `2026-0${month} ${index}` }));

/** In an n8n for bursts: its newer expression engine has a clock of its own. */
export function describeExportParts(labOf: () => ExampleLab): void {
	describe('an export over six months', () => {
		let lab: ExampleLab;
		let request: Imported;
		let files: Imported;
		let venue: Venue['account'];

		beforeAll(async () => {
			lab = labOf();
			request = (await importFor(lab, 'office/nightly-report')).imported;
			await lab.setUp(request);
			({ imported: files, venue } = await importFor(lab, 'office/report-files'));
			await lab.publish(files);
		}, START_WITHIN);

		const part = (processId: string, month: number, more: object = {}) => ({
			venueId: 7,
			exportType: EXPORT,
			processId,
			sequenceNumber: month,
			sequenceTotal: MONTHS.length,
			preSignedUrls: [lab.files.put(`/${processId}/${month}.json`, recordsOf(month))],
			...more,
		});

		async function deliver(...parts: Array<ReturnType<typeof part>>): Promise<void> {
			const sent = parts.map(
				async (data) => await venue.emit({ type: 'BulkExport', eventType: 'Created', data }),
			);
			await Promise.all(sent);
			await lab.untilIdle(files);
		}

		const inSheet = () => lab.apps.sheets.rows(documentOf('office/report-files'), 'Report');
		const fill = async () => await lab.run(files, 'Every Fifteen Minutes');

		/** The message with which a run of this schedule stopped. */
		async function toldBy(imported: Imported, schedule: string): Promise<string> {
			const id = await lab.n8n.workflows.run(imported.workflow, schedule);
			return (await lab.n8n.executions.ended(id)).error?.message ?? '';
		}

		it(
			'is requested with its type and its days, and reported if nothing comes by the next night',
			async () => {
				lab.platform.forgetRequests();
				await lab.run(request, 'Every Night');
				const [{ body }] = lab.platform.requestsTo('POST /reporting/bulk');
				expect(body).toEqual({
					exportType: EXPORT,
					startDate: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) as unknown,
					endDate: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) as unknown,
				});
				lab.n8n.clock.advance(DAY);
				expect(await toldBy(request, 'Every Night')).toContain(
					`No part of the export ${EXPORT} from `,
				);
			},
			WITHIN,
		);

		it(
			'fills the sheet when all parts have come, in any order and twice',
			async () => {
				const [one, two, three, four, five, six] = MONTHS.map((month) => part('PRC-1', month));
				for (const parts of [[four, one], [six, two], [four, six, six], [five]]) {
					await deliver(...parts);
					await fill();
					expect(inSheet()).toEqual([]);
				}
				await deliver(three, three);
				await fill();
				expect(inSheet()).toEqual(MONTHS.flatMap(recordsOf));
				lab.n8n.clock.advance(DAY);
				expect(await toldBy(request, 'Every Night')).toBe('');
				expect(lab.files.asked.sort()).toEqual(MONTHS.map((month) => `/PRC-1/${month}.json`));
				await deliver(part('PRC-1', 2));
				await fill();
				expect(inSheet()).toHaveLength(MONTHS.length * RECORDS_A_MONTH);
				expect(lab.files.asked).toHaveLength(MONTHS.length);
			},
			WITHIN,
		);

		it(
			'names the part that is missing after a day, once, and takes it when it comes',
			async () => {
				await deliver(...[6, 2, 4, 1, 5].map((month) => part('PRC-2', month)));
				expect(await toldBy(files, 'Every Morning')).toBe('');
				lab.n8n.clock.advance(DAY + 1_000);
				expect(await toldBy(files, 'Every Morning')).toContain(
					`Part 3 of 6 of the export ${EXPORT} (PRC-2) has not come within a day.`,
				);
				expect(await toldBy(files, 'Every Morning')).toBe('');
				await deliver(part('PRC-2', 3));
				await fill();
				expect(inSheet()).toEqual(MONTHS.flatMap(recordsOf));
				expect(lab.files.asked.filter((path) => path.startsWith('/PRC-2/'))).toHaveLength(6);
			},
			WITHIN,
		);

		it(
			'empties the sheet if it has no records',
			async () => {
				const empty = { preSignedUrls: [], sequenceTotal: 2 };
				await deliver(part('PRC-3', 2, empty), part('PRC-3', 1, empty));
				await fill();
				expect(inSheet()).toEqual([]);
			},
			WITHIN,
		);

		it(
			'stops at an event with other names, and lists them, before it notes anything',
			async () => {
				const before = await lab.rowsOf('Report parts');
				const data = { job: 'PRC-4', links: ['https://files.example.test/1'], page: { number: 1 } };
				await venue.emit({ type: 'BulkExport', eventType: 'Created', data });
				await lab.untilIdle(files);
				const [{ id }] = await lab.n8n.executions.list(files.workflow);
				const { error } = await lab.n8n.executions.read(id);
				expect(error?.message).toContain('no processId, exportType, sequenceNumber, sequenceTotal');
				expect(error?.message).toContain('It has: job, links, page, page.number');
				expect(await lab.rowsOf('Report parts')).toEqual(before);
			},
			WITHIN,
		);

		it('shows the file host no access token', () => {
			expect(lab.files.asked.length).toBeGreaterThan(0);
			expect(lab.files.withToken).toBe(0);
		});
	});
}
