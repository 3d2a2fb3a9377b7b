import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import { connect, type Connection, PATIENCE_MS } from '../../venueApi/connection';
import { inTurn } from '../../venueApi/inTurn';
import { itemsOf } from '../items';
import type { Memory } from '../memory/memory';
import { Storage } from '../memory/storage';
import { readSettings, type Settings } from '../settings';
import { isToBeSaid, isWell } from './complaints';
import { accountOf, lookAround } from './look';
import { asError, type Obstacle, obstacleIn } from './obstacle';
import { type Visit, visitOf, wasTurnedDown } from './visit';

/** What is new at the venue, once; null where nothing is. */
export async function poll(context: IPollFunctions): Promise<INodeExecutionData[] | null> {
	const visit = visitOf(context);
	return await inTurn(visit.node, async () => await pollNow(context, visit));
}

async function pollNow(
	context: IPollFunctions,
	visit: Visit,
): Promise<INodeExecutionData[] | null> {
	const { node, isPublishing, isStarting } = visit;
	const obstacles: Obstacle[] = [];
	const attempt = async <T>(work: () => Promise<T>): Promise<T | undefined> => {
		try {
			return await work();
		} catch (thrown) {
			obstacles.push(obstacleIn(thrown));
			return undefined;
		}
	};
	const items = await attempt(async () => {
		const settings = readSettings(context);
		const connection = await connect(context, PATIENCE_MS.poll);
		return await newItems(new Storage(context), settings, { connection, visit, attempt });
	});

	const lasting = obstacles.find(({ isPassing }) => !isPassing);
	if (isPublishing && lasting) {
		wasTurnedDown(visit);
		throw asError(context.getNode(), lasting);
	}
	if (obstacles.length === 0) isWell(node);
	if (items && items.length > 0) return items;
	const isSilent = obstacles.length === 0 || isPublishing || isStarting;
	if (isSilent || !isToBeSaid(node, obstacles)) return null;
	throw asError(context.getNode(), lasting ?? obstacles[0]);
}

interface Means {
	connection: Connection;
	visit: Visit;
	attempt: <T>(work: () => Promise<T>) => Promise<T | undefined>;
}

async function newItems(
	storage: Storage,
	settings: Settings,
	{ connection, visit, attempt }: Means,
): Promise<INodeExecutionData[]> {
	const now = Date.now();
	const until = now + Math.min(PATIENCE_MS.poll, visit.budgetMs);
	const { memory, findings } = await lookAround({
		settings,
		connection: () => ({ ...connection, patienceMs: Math.max(1, until - Date.now()) }),
		before: memoryAbout(accountOf(connection), storage.read()),
		now,
		isPublishing: visit.isPublishing,
		attempt,
	});
	storage.write(memory);
	return itemsOf(findings, settings, now);
}

/** Of another venue nothing is remembered. */
function memoryAbout(account: number, stored: Memory | undefined): Memory {
	return stored?.account === account ? stored : { account };
}
