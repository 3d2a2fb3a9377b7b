import * as fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import { readAnswer } from '../../../nodes/venueApi/answers/answer';
import { readPages } from '../../../nodes/venueApi/resources/pages';
import { readList } from '../../../nodes/venueApi/records';
import type { VenueCall } from '../../../nodes/venueApi/transport/call';
import { nodeApiError } from '../../../nodes/n8n/nodeErrors';
import { type Style, STYLES } from './styles';

const PATH = '/bookings';

async function read(style: Style, count: number) {
	const all = Array.from({ length: count }, (_, index) => ({ uniqueId: `B-${index}` }));
	let requests = 0;
	const ask = async ({ path, query, headers = {} }: VenueCall) => {
		requests++;
		const asked = new URLSearchParams(path.split('?')[1]);
		for (const [name, value] of Object.entries(query ?? {})) asked.set(name, String(value));
		const lower = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]);
		const { status = 200, ...sent } = style.answer(all, {
			...{ query: asked, headers: Object.fromEntries(lower) as object as Record<string, string> },
			path: PATH,
		});
		if (status >= 400) {
			const explanation = { message: 'Refused', description: '', httpCode: String(status) };
			throw nodeApiError({} as never, explanation);
		}
		return await Promise.resolve(readAnswer(status, sent.headers ?? {}, JSON.stringify(sent.body)));
	};
	const list = await readPages<IDataObject>(
		{ method: 'GET', path: PATH, list: { atMost: Infinity, name: 'bookings' } },
		{
			ask,
			entriesIn: ({ body }) => readList(body, 'bookings') ?? [],
			idOf: ({ uniqueId }) => String(uniqueId),
		},
	);
	const ids = list.records.map(({ uniqueId }) => uniqueId).filter((id) => id !== 'new');
	return {
		ids,
		isWhole: new Set(ids).size === count,
		isTold: list.isPart || list.doubt !== undefined,
		requests,
	};
}

describe('a list in pages', () => {
	it('is never cut without a word, however long it is, and each record comes once [reliability: without a word]', async () => {
		await fc.assert(
			fc.asyncProperty(
				fc.constantFrom(...STYLES),
				fc.oneof(fc.nat({ max: 620 }), fc.constantFrom(0, 1, 99, 100, 101, 200, 300, 500)),
				async (style, count) => {
					const { ids, isWhole, isTold, requests } = await read(style, count);
					expect(new Set(ids).size).toBe(ids.length);
					expect(isWhole || isTold).toBe(true);
					expect(requests).toBeLessThanOrEqual(count / 100 + 8);
				},
			),
			{ numRuns: 1_000 },
		);
	});
});
