import type { IDataObject } from 'n8n-workflow';

import type { Connection } from '../connection';

/** What this process wrote to a webhook configuration last. */
export interface OwnWrite {
	at: number;
	url: string;
	isOff: boolean;
}

const MOST_KEPT = 1_000;

const writes = new Map<string, OwnWrite>();

/** So that nobody is alarmed about what a workflow of this n8n did when it was published or ended. */
export function noteOwnWrite(connection: Connection, id: string, configuration: IDataObject): void {
	const key = keyOf(connection, id);
	writes.delete(key);
	const url = String(configuration.url ?? '');
	writes.set(key, { at: Date.now(), url, isOff: configuration.enabled === false });
	const [oldest] = writes.keys();
	if (writes.size > MOST_KEPT) writes.delete(oldest);
}

export function ownWriteTo(connection: Connection, id: string): OwnWrite | undefined {
	return writes.get(keyOf(connection, id));
}

/** Another credential may write to the same webhook. */
function keyOf({ baseUrl }: Connection, id: string): string {
	return `${baseUrl} ${id}`;
}
