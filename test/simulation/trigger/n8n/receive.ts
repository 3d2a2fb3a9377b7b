import type { IWebhookResponseData } from 'n8n-workflow';
import { contextOf } from './context';
import { parsed, type Stored } from './database';
import type { Delivery } from './delivery';
import { OpenWorkflow } from './workflow';

class NotAccepted extends Error {}

/** How n8n takes a delivery, `webhook-helpers` and `live-webhooks` of 2.41 step by step. */
export async function receive(delivery: Delivery): Promise<void> {
	const { life, line } = delivery;
	const { story, say, seen } = life.world;
	const stored = await read(delivery, 'workflow', (found) => delivery.wasRead(found));
	const row = parsed(stored);
	const workflow = new OpenWorkflow(row);
	let result: IWebhookResponseData;
	try {
		result = await life.trigger.webhook!.call(contextOf(delivery, workflow));
	} catch {
		seen('webhook() threw');
		// And an execution that failed in the trigger, which carries no message.
		line.status(500).json({ message: 'Workflow could not be started!' });
		return;
	}
	if (result.workflowData === undefined) {
		say(`${delivery.name} ${result.noWebhookResponse ? `answered ${line.statusCode}` : 'dropped'}`);
		if (!result.noWebhookResponse) life.world.ledger.copyDropped(delivery);
		await save(delivery, workflow);
		if (!result.noWebhookResponse) line.status(200).json(result.webhookResponse);
		return;
	}
	delivery.emitted();
	try {
		if (story.n8n.isBefore28) await answerAndAccept(delivery, workflow, result);
		else await acceptAndAnswer(delivery, workflow, result, () => new OpenWorkflow(row));
	} catch (error) {
		if (!(error instanceof NotAccepted)) throw error;
	}
}

/** n8n 2.8 and later. */
async function acceptAndAnswer(
	delivery: Delivery,
	workflow: OpenWorkflow,
	result: IWebhookResponseData,
	wrapAgain: () => void,
): Promise<void> {
	const { line } = delivery;
	wrapAgain();
	try {
		await accept(delivery);
	} catch (error) {
		line.status(500).json({ message: 'There was a problem executing the workflow' });
		throw error;
	}
	const answer = answerOf(delivery, result);
	await save(delivery, workflow);
	line.status(200).json(answer);
}

/** n8n before 2.8 answers while it saves the execution. */
async function answerAndAccept(
	delivery: Delivery,
	workflow: OpenWorkflow,
	result: IWebhookResponseData,
): Promise<void> {
	const { line } = delivery;
	const body = answerOf(delivery, result);
	const answering = save(delivery, workflow).then(() => {
		if (!delivery.hasFailed) line.status(200).json(body);
	});
	try {
		await accept(delivery);
	} catch (error) {
		if (!line.writableEnded) {
			line.status(500).json({ message: 'Not started' });
			// Without a listener Node does not tell that it was answered.
			if (!line.closed) delivery.takenBack();
		}
		throw error;
	}
	await answering;
}

/** n8n reads the answer twice. */
function answerOf(delivery: Delivery, result: IWebhookResponseData): unknown {
	delivery.accepted();
	return result.webhookResponse !== undefined ? result.webhookResponse : {};
}

async function accept(delivery: Delivery): Promise<void> {
	const { life } = delivery;
	const { database, ledger, time, story, dice } = life.world;
	await life.sleep(database.latency(`permissions ${delivery.name}`));
	const snapshot = await read(delivery, 'snapshot');
	if (delivery.isTroubled('notAccepted')) refuse(delivery);

	const wait = database.latency(`execution ${delivery.name}`);
	const landed = () => ledger.started(delivery);
	// Of what is under way when the process is killed, some arrives and some does not.
	if (delivery.isTroubled('lostWithProcess')) life.after(wait, landed);
	else time.after(wait, landed);
	await life.sleep(wait + database.latency(`execution saved ${delivery.name}`));

	await life.slots.take();
	if (delivery.isTroubled('notAcceptedLate')) {
		life.slots.release();
		refuse(delivery);
	}
	const runs = dice.of(`execution ${delivery.name}`).int(1, story.n8n.longestExecutionMs);
	life.after(runs, () => life.slots.release());
	if (story.n8n.executionsWrite) {
		// What it writes back is what it was given, whatever has been stored meanwhile.
		time.after(runs, () => database.write(mine(snapshot, delivery), 'execution', delivery.name));
	}
}

function refuse(delivery: Delivery): never {
	delivery.failed();
	throw new NotAccepted();
}

async function read(
	{ life, name }: Delivery,
	what: string,
	whenRead: (stored: Stored) => void = () => {},
): Promise<Stored> {
	const { database } = life.world;
	await life.sleep(database.latency(`read ${what} ${name}`));
	const stored = database.now;
	whenRead(stored);
	await life.sleep(database.latency(`have read ${what} ${name}`));
	return stored;
}

/** n8n saves only what is marked as changed; a trigger without a flaw leaves nothing out. */
async function save(delivery: Delivery, workflow: OpenWorkflow): Promise<void> {
	const { life, name } = delivery;
	const { database, knowledge, ledger } = life.world;
	const mustSave = delivery.acceptedAt < Infinity || delivery.isIncomplete;
	if (mustSave && !workflow.isChanged && ledger.isAllRecent) knowledge.leftOut(delivery);
	if (!workflow.isChanged) return;
	const contents = knowledge.contentsOf(life);
	const text = JSON.stringify(workflow.staticData);
	await life.sleep(database.write({ text, contents }, 'trigger', name));
	await life.sleep(database.latency(`saved ${name}`));
	workflow.isChanged = false;
}

function mine({ text, contents }: Stored, { name }: Delivery): Stored {
	const data = JSON.parse(text) as Record<string, unknown> | null;
	return { text: JSON.stringify({ ...data, 'node:Code': { last: name } }), contents };
}
