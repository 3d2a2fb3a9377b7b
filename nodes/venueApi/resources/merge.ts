import type { IDataObject } from 'n8n-workflow';

import { isRecord } from '../shapes/records';

/** Both objects in one, level by level. Lists and plain values of the second replace those of the first. */
export function mergeDeep(base: IDataObject, extra: IDataObject): IDataObject {
	const merged = Object.entries(extra).map(([name, value]) => {
		const known = Object.hasOwn(base, name) ? base[name] : undefined;
		return [name, isRecord(known) && isRecord(value) ? mergeDeep(known, value) : value];
	});
	return { ...base, ...(Object.fromEntries(merged) as IDataObject) };
}
