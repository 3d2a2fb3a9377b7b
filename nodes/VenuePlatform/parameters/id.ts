import { type IExecuteFunctions, type INodeProperties, NodeOperationError } from 'n8n-workflow';

import { leadsUpward } from '../../venueApi/address';
import { entriesGiven } from '../../parameters/values';
import { isRecord } from '../../venueApi/records';
import { isEmpty } from './empty';

interface Locator {
	displayName: string;
	name: string;
	description: string;
	/** The name of the method that searches the list. */
	searchListMethod: string;
	placeholder: string;
	/** What to do if the list loads slowly. */
	slowLoadNotice: string;
}

export function locator(texts: Locator): INodeProperties {
	const { displayName, name, description, searchListMethod, placeholder } = texts;
	return {
		displayName,
		name,
		type: 'resourceLocator',
		default: { mode: 'list', value: '' },
		description,
		modes: [
			{
				displayName: 'From List',
				name: 'list',
				type: 'list',
				placeholder: `Select a ${displayName}…`,
				typeOptions: {
					searchListMethod,
					searchable: true,
					slowLoadNotice: { message: texts.slowLoadNotice, timeout: 5_000 },
				},
			},
			{ displayName: 'By ID', name: 'id', type: 'string', placeholder },
		],
	};
}

/** Pages and chats put such characters into what is copied from them. */
const INVISIBLE = /\p{Cf}/gu;

/** The ID that was chosen, typed or given by an expression; undefined if there is none. */
function readId(value: unknown): string | undefined {
	const id = givenIn(value);
	const isId = typeof id === 'string' || Number.isSafeInteger(id);
	return isId ? String(id).replace(INVISIBLE, '').trim() || undefined : undefined;
}

function givenIn(value: unknown): unknown {
	return isRecord(value) ? value.value : value;
}

/** JavaScript rounds a longer number, which may then be the ID of something else. */
function isRounded(id: unknown): boolean {
	return typeof id === 'number' && Math.abs(id) > Number.MAX_SAFE_INTEGER;
}

const AS_TEXT = 'n8n rounds a number this long. Let the step before give the ID as text.';

/** For a `locator`, and for a text field without a list. */
export function requiredId(context: IExecuteFunctions, label: string, value: unknown): string {
	const id = readId(value);
	if (id !== undefined && !leadsUpward(id)) return id;
	const hasList = isRecord(value) && 'value' in value;
	const advice = hasList ? 'Choose one from the list, or enter its ID.' : 'Enter the ID.';
	const flaw = isEmpty(value) ? 'is empty' : 'is not an ID';
	throw new NodeOperationError(context.getNode(), `“${label}” ${flaw}`, {
		description: isRounded(givenIn(value)) ? AS_TEXT : advice,
	});
}

/** IDs in a text, or in a list that an expression gives. None if nothing is given. */
export function readIds(context: IExecuteFunctions, label: string, value: unknown): string[] {
	return entriesGiven(value, /[\s,;]/)
		.filter((entry) => !isEmpty(entry))
		.map((entry) => {
			const id = readId(entry);
			if (id !== undefined) return id;
			throw new NodeOperationError(
				context.getNode(),
				`“${label}” holds something that is not an ID`,
				{ description: 'Enter IDs such as 1001, 1002. An expression may give a list of them.' },
			);
		});
}

export const webhookLocator = (description: string) =>
	locator({
		displayName: 'Webhook',
		name: 'webhookId',
		description: `${description}. By ID takes the number of the webhook.`,
		searchListMethod: 'searchWebhooks',
		placeholder: 'e.g. 1001',
		slowLoadNotice: 'The venue is slow to respond. If you know the ID, use By ID.',
	});
