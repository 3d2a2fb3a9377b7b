import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import { connect, type Connection, PATIENCE_MS } from '../../venueApi/connection';
import { inTurn } from '../../venueApi/inTurn';
import { itemsOf } from '../items';
import type { Memory } from '../memory/memory';
import { Storage } from '../memory/storage';
import { readSettings, type Settings } from '../settings';
import { compareWithVenue, venueOf } from './comparison';
import { endOutage, shouldReport } from './outages';
import { asError, failureOf, type PollFailure } from './pollFailure';
import { type PollPurpose, publishingFailed, purposeOf } from './pollPurpose';

/** What is new at the venue, once; null where nothing is. */
export async function poll(context: IPollFunctions): Promise<INodeExecutionData[] | null> {
	const purpose = purposeOf(context);
	return await inTurn(purpose.node, async () => await pollNow(context, purpose));
}

async function pollNow(
	context: IPollFunctions,
	purpose: PollPurpose,
): Promise<INodeExecutionData[] | null> {
	const { node, isPublishing, isStarting } = purpose;
	const failures: PollFailure[] = [];
	const attempt = async <T>(work: () => Promise<T>): Promise<T | undefined> => {
		try {
			return await work();
		} catch (thrown) {
			failures.push(failureOf(thrown));
			return undefined;
		}
	};
	const items = await attempt(async () => {
		const settings = readSettings(context);
		const connection = await connect(context, PATIENCE_MS.poll);
		return await newItems(new Storage(context), settings, { connection, purpose, attempt });
	});

	const permanent = failures.find(({ isTransient }) => !isTransient);
	if (isPublishing && permanent) {
		publishingFailed(purpose);
		throw asError(context.getNode(), permanent);
	}
	if (failures.length === 0) endOutage(node);
	if (items && items.length > 0) return items;
	const isSilent = failures.length === 0 || isPublishing || isStarting;
	if (isSilent || !shouldReport(node, failures)) return null;
	throw asError(context.getNode(), permanent ?? failures[0]);
}

interface PollSetup {
	connection: Connection;
	purpose: PollPurpose;
	attempt: <T>(work: () => Promise<T>) => Promise<T | undefined>;
}

async function newItems(
	storage: Storage,
	settings: Settings,
	{ connection, purpose, attempt }: PollSetup,
): Promise<INodeExecutionData[]> {
	const now = Date.now();
	const until = now + Math.min(PATIENCE_MS.poll, purpose.budgetMs);
	const { memory, findings } = await compareWithVenue({
		settings,
		connection: () => ({ ...connection, patienceMs: Math.max(1, until - Date.now()) }),
		before: memoryAbout(venueOf(connection), storage.read()),
		now,
		isPublishing: purpose.isPublishing,
		attempt,
	});
	storage.write(memory, purpose);
	return itemsOf(findings, settings, now);
}

/** Of another venue nothing is remembered. */
function memoryAbout(venue: number, stored: Memory | undefined): Memory {
	return stored?.venue === venue ? stored : { venue };
}
