import type { Delivery, ObservedN8n, Published } from './observedN8n';

/** A step and everything that could be observed of what n8n did. */
export interface Observation {
	step: string;
	noted: string[];
	remembered: unknown;
	answer?: unknown;
	executions?: string[];
}

interface Step {
	/** How the last notes begin, if the step itself does not wait for them. */
	last?: string[];
	inAnyOrder?: boolean;
	/** How many executions there are after the step. */
	started?: number;
}

/** Takes the samples through what n8n does with triggers, and records all of it. */
export async function observe(n8n: ObservedN8n): Promise<Observation[]> {
	const observations: Observation[] = [];

	const watch = (trigger: () => Published) => {
		return async (
			step: string,
			act: () => Promise<unknown>,
			{ last, inAnyOrder, started }: Step = {},
		) => {
			const answer = await act();
			const noted = await n8n.notebook.untilNoted(last);
			if (inAnyOrder) noted.sort();
			const executions = started === undefined ? undefined : await trigger().executions(started);
			const remembered = await trigger().remembered();
			observations.push({ step, noted, remembered, answer, executions });
		};
	};

	let trigger!: Published;
	const ofTrigger = watch(() => trigger);
	const delivery = async (id: string, more: Delivery & Step) =>
		await ofTrigger(`delivery ${id}`, async () => await trigger.deliver(more), {
			last: [`answered ${id}`],
			...more,
		});

	await n8n.notebook.ask('closure');
	await ofTrigger('published in vain at first', async () => {
		trigger = await n8n.publish('trigger');
	});
	await delivery('a', { body: { id: 'a' }, started: 1 });
	await delivery('b', { body: { id: 'b' }, started: 2 });
	await delivery('c', { body: { id: 'c', answer: 'taken' }, started: 3 });
	await delivery('d', { body: { id: 'd', answer: 'taken' }, started: 4 });
	await delivery('a', { body: { id: 'a' } });
	await delivery('e', { body: { id: 'e', drop: true } });
	await delivery('f', { body: { id: 'f', drop: true, answer: 'dropped' } });
	await delivery('g', { body: { id: 'g' }, headers: { 'x-key': 'wrong' } });
	await delivery('h', { body: { id: 'h', explode: true }, started: 5 });
	await ofTrigger('half a body', async () => (await trigger.deliver({ body: '{"id":' })).status);
	await ofTrigger('another region', async () => await trigger.republish({ region: 'south' }));
	await delivery('i', { body: { id: 'i' }, started: 6 });

	let poller!: Published;
	const ofPoller = watch(() => poller);
	const poll = async (number: number, started: number) =>
		await ofPoller(`poll ${number}`, async () => await poller.poll(), {
			last: [`poll ${number}`],
			started,
		});

	await n8n.notebook.ask('turn');
	await ofPoller('activated', async () => {
		poller = await n8n.publish('poller', { refuseAt: 5 });
	});
	await poll(2, 1);
	await poll(3, 1);

	await n8n.notebook.ask('turn');
	await ofPoller('started again', async () => await n8n.restart(), { last: ['poll'] });
	await poll(4, 2);
	await poll(5, 3);
	await poll(6, 4);
	await ofPoller('unpublished', async () => await poller.unpublish());

	await ofTrigger('listening', async () => await trigger.listen(), { last: ['create'] });
	await ofTrigger(
		'test event',
		async () => await trigger.deliver({ body: { id: 'j', answer: 'tested' } }, 'webhook-test'),
		// n8n does not wait for either of the two.
		{ last: ['answered', 'delete'], inAnyOrder: true },
	);
	// n8n takes the address away first and calls `delete` afterwards.
	await ofTrigger('unpublished', async () => await trigger.unpublish(), { last: ['delete'] });
	await ofTrigger('too late', async () => (await trigger.deliver({ body: { id: 'k' } })).status);
	return observations;
}
