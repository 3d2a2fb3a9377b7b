import type { IDataObject, IHttpRequestOptions, IPollFunctions } from 'n8n-workflow';

import { poll } from '../../../../nodes/VenuePlatformRecoveryTrigger/poll';
import { whileTimeMoves } from '../../support/fakeTimers';
import { ListedVenue, MINUTE } from './listedVenue';

type Mode = ReturnType<IPollFunctions['getActivationMode']>;

let workflows = 0;

/** An n8n with one workflow, which begins with the recovery trigger. */
export class N8n extends ListedVenue {
	parameters: IDataObject = { events: ['final'], refetchBookings: false };
	credential: IDataObject = { baseUrl: 'https://venue.example', clientSecret: 'secret' };
	readonly warned: string[] = [];
	/** Paths at which the venue asks n8n to wait for an hour. */
	closed: string[] = [];
	/** The venue’s answers wait for this. */
	held: Promise<void> = Promise.resolve();
	readonly data: IDataObject = {};
	private id = `workflow ${++workflows}`;

	/** n8n keeps the context of the poll with which it publishes or starts the workflow. */
	context(mode: Mode, budgetMs?: number): IPollFunctions {
		const nodeData = { __dataChanged: false };
		return {
			getWorkflow: () => ({ id: this.id }),
			getNode: () => ({
				...{ id: 'node', name: 'Recovery', type: 'recovery', parameters: {} },
				credentials: { venuePlatformApi: { id: '1', name: 'Venue' } },
			}),
			getWorkflowStaticData: (type: string) => (type === 'global' ? this.data : nodeData),
			getActivationMode: () => mode,
			...(budgetMs === undefined ? {} : { getPollBudgetMs: () => budgetMs }),
			getNodeParameter: (name: string, fallback: unknown) => this.parameters[name] ?? fallback,
			getTimezone: () => 'America/New_York',
			getCredentials: async () =>
				await Promise.resolve({ ...this.credential, clientId: `client of ${this.id}` }),
			logger: { warn: (text: string) => this.warned.push(text) },
			...{ helpers: this.helpers, evaluateExpression: this.evaluateExpression },
		} as unknown as IPollFunctions;
	}

	/** What the process knew is gone: it knows a workflow by its ID. */
	restart(): void {
		this.id = `workflow ${++workflows}`;
	}

	/** What a poll emits a minute later: the IDs of messages and bookings, or its error message. */
	async poll(context: IPollFunctions): Promise<unknown[] | null | string> {
		this.now += MINUTE;
		jest.setSystemTime(this.now);
		const polling = poll(context).catch(({ message }: Error) => message);
		const items = await (this.closed.length > 0 ? whileTimeMoves(polling) : polling);
		if (items === null || typeof items === 'string') return items;
		return items.map(({ json }) => json.messageId ?? (json.booking as IDataObject).uniqueId);
	}

	/** Publishes the workflow, with nothing new at the venue. */
	async published(): Promise<IPollFunctions> {
		const context = this.context('activate');
		expect(await this.poll(context)).toBeNull();
		this.paths();
		return context;
	}

	protected override async answer(request: IHttpRequestOptions) {
		const answer = await super.answer(request);
		await this.held;
		if (!this.closed.includes(new URL(request.url).pathname)) return answer;
		return { ...answer, statusCode: 503, headers: { 'retry-after': '3600' } as never };
	}
}
