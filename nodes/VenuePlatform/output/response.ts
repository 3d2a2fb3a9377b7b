import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import { readChoice } from '../../parameters/reading';
import type { Connection } from '../../venueApi/connection';
import { explainNoJson } from '../../venueApi/messages/explanations';
import { nodeApiError } from '../../n8n/nodeErrors';
import { type Answer, isNull } from '../../venueApi/answers/answer';
import { fileNameOf, mimeTypeOf, type ResponseFormat } from '../../venueApi/answers/contentType';
import { COST } from '../../venueApi/answers/jsonCost';
import { isRecord, readList, textOf, trimmed } from '../../venueApi/records';
import { hintNoItems } from '../parameters/empty';
import type { ApiCall } from '../../venueApi/resources/calls';
import { listWrappedIn } from '../../venueApi/resources/exportFiles';
import { stopIfFailed } from '../../venueApi/resources/reading';
import { isSafeToRepeat } from '../../venueApi/transport/call';
import { firstPage, type ListEntries } from '../../venueApi/resources/plannedList';
import type { FileItem, Files } from '../operations/operation';
import { isForAgent, isTooLongForAgent } from './forAgent';
import { hint } from '../../n8n/hint';

const DEFAULT_BINARY_PROPERTY = 'data';

const FORMATS: Array<{ name: string; value: ResponseFormat; description: string }> = [
	{
		name: 'Automatic',
		value: 'automatic',
		description: 'What the venue says that it sends: JSON, a text such as CSV, or a file',
	},
	{ name: 'File', value: 'file', description: 'As binary data, byte for byte' },
	{ name: 'JSON', value: 'json', description: 'An item for each entry of a list' },
	{ name: 'Text', value: 'text', description: 'One item with the text as “data”' },
];

export const binaryPropertyField: INodeProperties = {
	displayName: 'Put Output File in Field',
	name: 'binaryProperty',
	type: 'string',
	default: DEFAULT_BINARY_PROPERTY,
	placeholder: 'e.g. data',
	description: 'Name of the binary field of the item to put a file in',
};

/** For operations that return any response of the venue. */
export const responseFields: INodeProperties[] = [
	binaryPropertyField,
	{
		displayName: 'Response Format',
		name: 'responseFormat',
		type: 'options',
		options: FORMATS,
		default: 'automatic',
		description: 'How to read what the venue answers',
	},
];

export function readResponseFormat(
	context: IExecuteFunctions,
	{ responseFormat = 'automatic' }: IDataObject,
): ResponseFormat {
	const formats = FORMATS.map(({ value }) => value);
	return readChoice(context, 'Response Format', textOf(responseFormat).toLowerCase(), formats);
}

interface AnswerContext {
	context: IExecuteFunctions;
	connection: Connection;
	call: ApiCall;
	format: ResponseFormat;
	options: IDataObject;
	/** Whether a list inside an object is wanted instead of the object. */
	isSplit?: boolean;
	/** A request that changes records may answer with those that it changed: their number says nothing. */
	reads?: boolean;
}

export async function itemsOfAnswer(
	answer: Answer,
	{ context, connection, call, format, options, isSplit = false, reads = true }: AnswerContext,
): Promise<IDataObject[] | Files> {
	const { method, path } = call;
	if (Buffer.isBuffer(answer.body)) {
		const fileName = fileNameOf(answer.headers['content-disposition'], path);
		const file = { context, connection, fileName, options };
		return { files: [await fileItem(answer.body, answer, file)] };
	}
	if (format === 'json' && answer.form === 'text') {
		const advice = 'In Options, set Response Format to Automatic, Text or File.';
		throw nodeApiError(context.getNode(), explainNoJson(advice));
	}
	const isToSplit = answer.form === 'json' && (isSplit || isLongList(context, answer.body));
	// An item would claim that something was found.
	const isNothing = isSafeToRepeat(call) && (answer.body === undefined || isNull(answer));
	const list = isNothing ? [] : listToSplit(answer.body, isToSplit);
	if (list !== undefined) {
		if (list.length === 0 && isSafeToRepeat(call)) stopIfFailed(connection, answer);
		return itemsOfList(context, firstPage({ method, path }, answer, list, reads));
	}
	if (isToSplit) {
		const message = 'No list was found in the venue’s answer, so it was returned as it is.';
		hint(context, message, 'info');
	}
	// An agent sees the signs of pages itself. A next step may only take the list.
	const inside = reads && isRecord(answer.body) ? listWrappedIn(answer.body) : undefined;
	if (inside && !isForAgent(context)) {
		const { told } = firstPage({ method, path }, answer, inside, false);
		if (told !== undefined) hint(context, told);
	}
	return itemsOfWrite(answer);
}

/** As one record, it would show an agent no more than how many entries there are. */
function isLongList(context: IExecuteFunctions, body: unknown): boolean {
	const mayBeList = isForAgent(context) && isRecord(body) && isTooLongForAgent([body]);
	return mayBeList && listWrappedIn(body) !== undefined;
}

function listToSplit(body: unknown, isToSplit: boolean): unknown[] | undefined {
	if (Array.isArray(body)) return body;
	return isToSplit ? readList(body) : undefined;
}

/** The user is told if the list may not be whole, or has nothing in it. */
export function itemsOfList(
	context: IExecuteFunctions,
	{ entries, told }: ListEntries,
): IDataObject[] {
	if (told !== undefined) hint(context, told);
	else if (!isForAgent(context)) hintNoItems(context, entries, 'The venue’s answer');
	return entriesOf(entries);
}

/** Without a body, the address of what was made may be all that the venue says about it. */
export function itemsOfWrite({ body, headers }: Answer): IDataObject[] {
	if (body !== undefined && body !== null) return entriesOf(body);
	const location = trimmed(headers.location);
	return [{ success: true, ...(location === '' ? {} : { location }) }];
}

/** A list gives one item for each entry. An entry that is not a record goes into `data`. */
export function entriesOf(body: unknown): IDataObject[] {
	return (Array.isArray(body) ? body : [body]).map((entry: unknown) =>
		isRecord(entry) ? entry : ({ data: entry } as IDataObject),
	);
}

const ANY_FILE = 'application/octet-stream';

type FileToPass = Pick<AnswerContext, 'context' | 'connection' | 'options'> & { fileName: string };

export async function fileItem(
	bytes: Buffer,
	{ headers }: Answer,
	{ context, connection, fileName, options }: FileToPass,
): Promise<FileItem> {
	const mimeType = mimeTypeOf(headers['content-type']) ?? ANY_FILE;
	const field = textOf(options.binaryProperty).trim() || DEFAULT_BINARY_PROPERTY;
	const file = await context.helpers.prepareBinaryData(bytes, fileName, mimeType);
	// The end of an address has no extension, and without one, no program opens an attachment.
	const extension = mimeType === ANY_FILE ? undefined : file.fileExtension;
	if (extension !== undefined && !fileName.includes('.')) {
		file.fileName = `${fileName}.${extension}`;
	}
	// n8n has stored the file on disk or in its database, so its memory is free for the next file.
	if (file.id) connection.responseMemory.giveBack(bytes.length * COST.byteOfFile);
	const json = { fileName: file.fileName ?? fileName, mimeType, fileSize: bytes.length };
	return { json, binary: { [field]: file } };
}
