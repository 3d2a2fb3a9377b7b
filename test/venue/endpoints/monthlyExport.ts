import { randomBytes } from 'node:crypto';
import { DateTime } from 'luxon';
import { z } from 'zod';
import { isExportType } from '../account/reports';
import type { VenueAccount } from '../account/account';
import { isJsonObject, type Json, type JsonObject } from '../json';
import type { Profile } from '../profile';
import type { FieldError } from './answers';
import type { Call } from './endpoint';

const FIRST_PART_SECONDS = 30;
const BETWEEN_PARTS_SECONDS = 10;

/** What the live service needs to know. `endDate` is the day after the last one. */
interface Requested {
	exportType: string;
	startDate: string;
	endDate: string;
}

interface Part {
	number: number;
	from: string;
	until: string;
}

const day = z.string().date();

export function exportError(body: Json, account: VenueAccount): FieldError | undefined {
	const { exportType, startDate, endDate } = isJsonObject(body) ? body : {};
	if (!isExportType(exportType)) {
		return { field: 'exportType', message: 'The exportType is not one of the known types.' };
	}
	for (const [field, value] of Object.entries({ startDate, endDate })) {
		if (!day.safeParse(value).success) {
			return { field, message: `The ${field} has to be a date in the form yyyy-MM-dd.` };
		}
	}
	if (String(endDate) <= String(startDate)) {
		return { field: 'endDate', message: 'The endDate has to be after the startDate.' };
	}
	if (account.webhooks.subscribedTo('BulkExport', 'Created').length === 0) {
		return { field: 'webhook', message: 'Create a webhook for bulkExport first.' };
	}
	return undefined;
}

/** One event for each calendar month, in the order of the profile, each with its files. */
export function scheduleParts({ account, profile, clock }: Call, body: Json): void {
	const requested = body as JsonObject & Requested;
	const processId = randomBytes(16).toString('base64url');
	const parts = partsOf(requested);
	inOrder(parts, profile.exportFiles).forEach((part, index) => {
		const afterSeconds = FIRST_PART_SECONDS + index * BETWEEN_PARTS_SECONDS;
		clock.schedule(clock.now() + afterSeconds * 1000, async () => {
			const data: JsonObject = {
				venueId: account.venueId,
				preSignedUrls: await filesOf({ account, profile, clock }, requested, part, processId),
				exportType: requested.exportType,
				processId,
				sequenceNumber: part.number,
				sequenceTotal: parts.length,
			};
			await account.emit({ type: 'BulkExport', eventType: 'Created', data });
		});
	});
}

function partsOf({ startDate, endDate }: Requested): Part[] {
	const parts: Part[] = [];
	for (let from = startDate; from < endDate; ) {
		const nextMonth = DateTime.fromISO(from).startOf('month').plus({ months: 1 }).toISODate() ?? '';
		const until = nextMonth < endDate ? nextMonth : endDate;
		parts.push({ number: parts.length + 1, from, until });
		from = until;
	}
	return parts;
}

function inOrder(parts: readonly Part[], form: Profile['exportFiles']): Part[] {
	const { order, doubled, missing } = form;
	const sent = parts
		.filter(({ number }) => !missing.includes(number))
		.flatMap((part) => (doubled.includes(part.number) ? [part, part] : [part]));
	switch (order) {
		case 'asNumbered':
			return sent;
		case 'reversed':
			return sent.reverse();
		case 'shuffled': {
			// The same in every run, and never the order of the numbers: the later half comes first.
			const half = Math.floor(sent.length / 2);
			return [...sent.slice(half).reverse(), ...sent.slice(0, half)];
		}
	}
}

/** A month without records has no file. */
async function filesOf(
	{ account, profile, clock }: Pick<Call, 'account' | 'profile' | 'clock'>,
	{ exportType }: Requested,
	{ from, until }: Part,
	processId: string,
): Promise<string[]> {
	const { recordsPerFile, forSeconds } = profile.exportFiles;
	const rows = account.reports.forExport(exportType, from, until);
	const urls: string[] = [];
	for (let first = 0; first < rows.length; first += recordsPerFile) {
		const name = `${account.venueId}-${processId}-${from.replaceAll('-', '')}-${exportType}`;
		const path = `/bulk-exports/${name}-${urls.length + 1}.json`;
		const text = JSON.stringify(rows.slice(first, first + recordsPerFile));
		urls.push(await account.files.put(path, text, clock.now() + forSeconds * 1000));
	}
	return urls;
}
