import {
	NodeConnectionTypes,
	NodeOperationError,
	type IExecuteFunctions,
	type ILoadOptionsFunctions,
	type INodeExecutionData,
	type INodeListSearchResult,
	type INodeType,
	type INodeTypeDescription,
} from 'n8n-workflow';

/** Waits, fails, gives a hint or logs its text, as the parameters say. */
export class Troubled implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Troubled',
		name: 'troubled',
		group: ['transform'],
		version: 1,
		description: 'Has troubles',
		defaults: { name: 'Troubled' },
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		properties: [
			{ displayName: 'Trouble', name: 'trouble', type: 'string', default: '' },
			{ displayName: 'Text', name: 'text', type: 'string', default: '' },
		],
	};

	methods = {
		listSearch: {
			async searchBookings(
				this: ILoadOptionsFunctions,
				filter?: string,
				paginationToken?: string,
			): Promise<INodeListSearchResult> {
				const page = Number(paginationToken ?? 1);
				return {
					results: [{ name: `${filter} ${page}`, value: page }],
					paginationToken: String(page + 1),
				};
			},
		},
	};

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const output: INodeExecutionData[] = [];
		for (const [index, item] of this.getInputData().entries()) {
			const text = this.getNodeParameter('text', index) as string;
			switch (this.getNodeParameter('trouble', index)) {
				case 'wait':
					await waitUntilStopped(this.getExecutionCancelSignal());
					break;
				case 'hint':
					this.addExecutionHints({ message: text, location: 'outputPane' });
					break;
				case 'log':
					this.logger.info('Something happened', { what: text });
					break;
				case 'fail': {
					const cause = Object.defineProperty(new Error('Deep down'), 'hidden', { value: text });
					const error = new NodeOperationError(this.getNode(), new Error('No', { cause }));
					if (!this.continueOnFail()) throw error;
					output.push({ json: { error: error.message }, pairedItem: index });
					continue;
				}
			}
			output.push({ json: { ...item.json, text }, pairedItem: index });
		}
		return [output];
	}
}

async function waitUntilStopped(signal?: AbortSignal): Promise<never> {
	return await new Promise((_, reject) => {
		const end = setTimeout(() => reject(new Error('Nobody stopped it')), 60_000);
		signal?.addEventListener('abort', () => {
			clearTimeout(end);
			reject(new Error('It was stopped'));
		});
	});
}
