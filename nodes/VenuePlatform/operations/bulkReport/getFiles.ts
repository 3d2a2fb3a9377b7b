import {
	type IDataObject,
	type IExecuteFunctions,
	type NodeEgressFilter,
	NodeOperationError,
} from 'n8n-workflow';

import type { Connection } from '../../../venueApi/connection';
import {
	doubtfulListIn,
	fileAddressesIn,
	readFileAddress,
	recordsOfFile,
} from '../../../venueApi/resources/exportFiles';
import { download, nameOf } from '../../../venueApi/transport/fileDownload';
import { firstPage } from '../../../venueApi/resources/plannedList';
import type { Answer } from '../../../venueApi/answers/answer';
import { fileNameOf } from '../../../venueApi/answers/contentType';
import { readSwitch } from '../../../parameters/reading';
import { readJson } from '../../../parameters/values';
import { isForAgent } from '../../output/forAgent';
import { hint } from '../../../n8n/hint';
import { binaryPropertyField, entriesOf, fileItem } from '../../output/response';
import { hintNoItems } from '../../parameters/empty';
import { optionsWith, readOptions } from '../../parameters/options';
import type { FileItem, Operation } from '../operation';
import { HOUR_MS } from '../../../venueApi/durations';
import { textOf } from '../../../venueApi/records';

const MOST_FILES = 500;
const LONGEST_MS = HOUR_MS;
/** An address may hold a comma, too. In a text, n8n writes a list with commas. */
const BETWEEN_ADDRESSES = /,?\s+|,(?=https?:\/\/)/i;

export const getFiles: Operation = {
	option: {
		name: 'Get Files',
		value: 'getFiles',
		action: 'Get bulk report files',
		description: 'Get the files that a Bulk Export event names, without the access token',
		displayOptions: { hide: { '@tool': [true] } },
	},
	fields: [
		{
			displayName: 'Addresses',
			name: 'addresses',
			type: 'string',
			default: '',
			placeholder: 'e.g. {{ $json.data.preSignedUrls }}',
			description:
				'Addresses of the files. Leave it empty to use those of the Bulk Export event in the item.',
		},
		optionsWith(binaryPropertyField, {
			displayName: 'Split Records',
			name: 'splitRecords',
			type: 'boolean',
			default: true,
			description:
				'Whether to return one item for each record of the files, or else one file per item',
		}),
	],
	sample: {},

	async execute({ context, connection, itemIndex }) {
		refuseAgent(context);
		const options = readOptions(context, itemIndex);
		const isSplit = readSwitch(context, 'Split Records', options.splitRecords ?? true);
		const urls = await readUrls(context, itemIndex, connection);

		const endsAt = performance.now() + LONGEST_MS;
		const records: IDataObject[] = [];
		const files: FileItem[] = [];
		const names = new Set<string>();
		for (const url of urls) {
			const format = isSplit ? 'json' : 'file';
			const answer = await download(connection, { url, format, endsAt });
			if (isSplit) {
				const found = recordsOf(context, answer, url);
				for (const record of entriesOf(found)) records.push(record);
				if (urls.length === 1) tellOfPages(context, answer, found, url);
			} else {
				const bytes = Buffer.isBuffer(answer.body) ? answer.body : Buffer.alloc(0);
				const given = fileNameOf(answer.headers['content-disposition'], url.pathname);
				const fileName = unlike(names, given);
				names.add(fileName);
				files.push(await fileItem(bytes, answer, { context, connection, fileName, options }));
			}
		}
		const isNamed = urls.length > 0;
		if (isSplit || !isNamed) {
			hintNoItems(context, records, isNamed ? 'This export' : 'The list of the files');
		}
		return isSplit ? records : { files };
	},
};

/** An address that a model makes up, or reads in a guest's words, could lead anywhere. */
function refuseAgent(context: IExecuteFunctions): void {
	if (!isForAgent(context)) return;
	throw new NodeOperationError(context.getNode(), 'Get Files is not available to AI agents', {
		description: 'Use it in a workflow, after the Bulk Export event.',
	});
}

async function readUrls(
	context: IExecuteFunctions,
	itemIndex: number,
	{ baseUrl }: Connection,
): Promise<URL[]> {
	const entered = readJson(context.getNodeParameter('addresses', itemIndex, ''));
	const addresses =
		entered === undefined
			? fileAddressesIn(context.getInputData()[itemIndex].json)
			: [entered].flat().flatMap((text) => textOf(text).trim().split(BETWEEN_ADDRESSES));
	if (addresses === undefined) {
		throw new NodeOperationError(
			context.getNode(),
			'This item does not show which addresses are those of its files',
			{ description: 'Enter them in Addresses, such as {{ $json.data.preSignedUrls }}.' },
		);
	}
	if (addresses.length > MOST_FILES) {
		throw new NodeOperationError(
			context.getNode(),
			`This item names ${addresses.length} files, and one step gets at most ${MOST_FILES}`,
			{ description: 'Enter fewer of them in Addresses.' },
		);
	}
	const filter = fileFilterOf(context);
	const urls: URL[] = [];
	for (const [index, address] of addresses.entries()) {
		const read = readFileAddress(address, baseUrl, filter === undefined);
		if ('reason' in read) {
			throw new NodeOperationError(
				context.getNode(),
				`Address ${index + 1} of the files cannot be used: ${read.reason}`,
				{
					description:
						'Files are only fetched from a public address that starts with https://. Compare it with the Bulk Export event.',
				},
			);
		}
		if (filter && !read.isLocal) await letThrough(context, filter, read.url);
		urls.push(read.url);
	}
	return urls;
}

/** n8n's own rules for outgoing requests, since 2.41. They also look at where a name leads. */
function fileFilterOf({ helpers }: IExecuteFunctions): NodeEgressFilter | undefined {
	return 'getSecureEgressFilter' in helpers ? helpers.getSecureEgressFilter('enforced') : undefined;
}

async function letThrough(
	context: IExecuteFunctions,
	filter: NodeEgressFilter,
	url: URL,
): Promise<void> {
	if (await isAllowedBy(filter, url)) return;
	throw new NodeOperationError(
		context.getNode(),
		`n8n does not allow the address of the file “${nameOf(url)}”`,
		{
			description:
				'Its host is unknown, or lies in a private network. If it is right, ask the administrator of n8n to allow it.',
		},
	);
}

/** The filter throws if a name cannot be looked up. */
async function isAllowedBy(filter: NodeEgressFilter, url: URL): Promise<boolean> {
	try {
		return (await filter.validateUrl(url)).ok;
	} catch {
		return false;
	}
}

/** Two files may differ in their folders only, and the step that stores them would overwrite one. */
function unlike(names: Set<string>, name: string): string {
	const [stem, extension = ''] = name.split(/(?=\.[^.]*$)/);
	let other = name;
	for (let number = 2; names.has(other); number++) other = `${stem} (${number})${extension}`;
	return other;
}

function recordsOf(context: IExecuteFunctions, answer: Answer, url: URL): unknown[] {
	const isReadable = answer.body === undefined || answer.form === 'json';
	const records = isReadable ? recordsOfFile(answer.body) : undefined;
	if (records === undefined) {
		throw new NodeOperationError(
			context.getNode(),
			`The file “${nameOf(url)}” is not a list of records`,
			{ description: 'In Options, turn off Split Records to get the file as it is.' },
		);
	}
	if (!Array.isArray(answer.body) && records[0] === answer.body)
		tellOfList(context, records[0], url);
	return records;
}

/** Of several files, each may be a page. */
function tellOfPages(
	context: IExecuteFunctions,
	answer: Answer,
	records: unknown[],
	url: URL,
): void {
	if (Array.isArray(answer.body) || records[0] === answer.body) return;
	const { told } = firstPage({ method: 'GET', path: url.pathname }, answer, records, false);
	if (told === undefined) return;
	hint(
		context,
		`The file “${nameOf(url)}” says that there are more records than it has. They may be in another file of this export. Otherwise, ask the venue platform’s support how to get them.`,
	);
}

/** A booking has a list of items. An export that wraps its records could look the same. */
function tellOfList(context: IExecuteFunctions, record: unknown, url: URL): void {
	const list = doubtfulListIn(record);
	if (list === undefined) return;
	hint(
		context,
		`The file “${nameOf(url)}” has one record. If its records are the entries of “${list}”, split this field with n8n’s Split Out node.`,
	);
}
