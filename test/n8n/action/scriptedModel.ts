import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Tool {
	name: string;
	description: string;
	parameters: { properties: Record<string, unknown>; required?: string[] };
}

interface ChatRequest {
	stream?: boolean;
	tools?: Array<{ function: Tool }>;
	messages: Array<{ role: string; content: unknown }>;
}

/** Speaks as OpenAI's chat does, uses the first tool it is given once, and then reports. */
export class ScriptedModel {
	readonly requests: ChatRequest[] = [];

	private constructor(
		private readonly server: Server,
		private readonly toolArguments: Record<string, unknown>,
	) {}

	static async start(toolArguments: Record<string, unknown>): Promise<ScriptedModel> {
		const server = createServer((request, response) => {
			let text = '';
			request.on('data', (chunk: Buffer) => (text += chunk.toString()));
			request.on('end', () => {
				const { contentType, body } = model.answer(JSON.parse(text) as ChatRequest);
				response.writeHead(200, { 'content-type': contentType }).end(body);
			});
		});
		const model = new ScriptedModel(server, toolArguments);
		await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
		return model;
	}

	get url(): string {
		return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/v1`;
	}

	get tools(): Tool[] {
		return (this.requests[0]?.tools ?? []).map((tool) => tool.function);
	}

	/** What the tool answered, as the model got to see it. */
	get toolResults(): string {
		const results = this.requests.flatMap(({ messages }) =>
			messages.filter(({ role }) => role === 'tool'),
		);
		return JSON.stringify(results.map(({ content }) => content));
	}

	async stop(): Promise<void> {
		this.server.closeAllConnections();
		await new Promise((resolve) => this.server.close(resolve));
	}

	private answer(request: ChatRequest): { contentType: string; body: string } {
		this.requests.push(request);
		const hasResult = request.messages.some(({ role }) => role === 'tool');
		const message = hasResult ? { role: 'assistant', content: 'Done.' } : this.call(request);
		const head = { id: 'chat', created: 0, model: 'scripted' };
		const finish_reason = hasResult ? 'stop' : 'tool_calls';
		if (!request.stream) {
			const choices = [{ index: 0, message, finish_reason }];
			const body = JSON.stringify({ ...head, object: 'chat.completion', choices, usage: {} });
			return { contentType: 'application/json', body };
		}
		const choices = [{ index: 0, delta: message, finish_reason }];
		const chunk = JSON.stringify({ ...head, object: 'chat.completion.chunk', choices });
		return { contentType: 'text/event-stream', body: `data: ${chunk}\n\ndata: [DONE]\n\n` };
	}

	private call({ tools = [] }: ChatRequest) {
		const { name } = tools[0].function;
		const call = { name, arguments: JSON.stringify(this.toolArguments) };
		const tool_calls = [{ index: 0, id: 'call-1', type: 'function', function: call }];
		return { role: 'assistant', content: null, tool_calls };
	}
}
