import type { IExecuteFunctions, INodeType, INodeTypeDescription } from 'n8n-workflow';

import type { Reader } from '../../../steps/operations';

const description: INodeTypeDescription = {
	displayName: 'Plain',
	name: 'plain',
	group: ['transform'],
	version: 1,
	description: 'Returns what n8n reads',
	defaults: { name: 'Plain' },
	inputs: ['main'],
	outputs: ['main'],
	properties: [{ displayName: 'URL', name: 'url', type: 'string', default: '' }],
};

/** Without our package: what n8n itself needs for a response and for its records as items. */
class Plain implements INodeType {
	description = description;

	async execute(this: IExecuteFunctions) {
		const url = this.getNodeParameter('url', 0) as string;
		const body = (await this.helpers.httpRequest({ url, json: true })) as unknown;
		const records = Array.isArray(body) ? body : [body];
		return [this.helpers.returnJsonArray(records)];
	}
}

export const plainNode = {
	kilobytes: undefined,
	async open(): Promise<Reader> {
		const { connectN8n } = await import('../../../engine/support/connectedN8n');
		const { venue, engine } = await connectN8n();
		return {
			async read(body: string) {
				venue.faults.clear();
				venue.faults.on('GET /**', { kind: 'answer', status: 200, body });
				await engine.execute({ node: Plain, parameters: { url: `${venue.baseUrl}/things` } });
				return 1;
			},
			async close() {
				await engine.stop();
				await venue.stop();
			},
		};
	},
};
