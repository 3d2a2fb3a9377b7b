import { receive as receiveLikeN8n } from '../../../engine/harness/triggers/delivery';
import { webhooksOf } from '../../../engine/harness/triggers/registration';
import type {
	WebhookRequest,
	WebhookResponse,
} from '../../../engine/harness/triggers/webhookRequest';
import type { EngineParts } from '../../../engine/harness/engineParts';
import type { Delivery } from './delivery';

class NotAccepted extends Error {}

/** After this time, n8n gives up on its database. */
const LONGEST_REFUSAL_MS = 60_000;

/** A process receives a delivery, like the n8n of the engine suite. */
export async function receive(delivery: Delivery): Promise<void> {
	const { process, line, message, name } = delivery;
	const { world, parts } = process;
	const route = await parts.routes.find(
		`POST ${message.url.replace(`${world.publicUrl}/webhook/`, '')}`,
	);
	if (!route) return void line.status(404).json({ message: 'This webhook is not registered' });
	const row = await process.read(`workflow ${name}`, () => {
		const found = world.database.row(route.workflowId);
		const node = found.nodes.find((one) => one.name === route.node);
		if (node) delivery.reads(found.id, node);
		return found;
	});
	const { node } = delivery;
	if (!node) return void line.status(404).json({ message: 'This webhook is not registered' });
	const workflow = parts.workflows.open(row);
	const [webhook] = webhooksOf(parts, workflow, node);
	const taken = { row, workflow, webhook, mode: 'webhook' as const };
	const response = line as unknown as WebhookResponse;
	const partsOfDelivery = { ...parts, ...whatN8nDoesWith(delivery, parts) };
	try {
		await receiveLikeN8n(
			partsOfDelivery,
			{ ...taken, request: asRequest(delivery), response },
			(answer) => {
				if (answer === undefined || delivery.hasFailed) return;
				if (delivery.decidedAt === Infinity && answer.status < 300)
					world.ledger.copyDropped(delivery);
				line.status(answer.status).json(answer.body);
			},
		);
	} catch (error) {
		if (!(error instanceof NotAccepted)) throw error;
		if (line.writableEnded) return;
		line.status(500).json({ message: 'There was a problem executing the workflow' });
		// n8n before 2.8 has already asked for the response. Without a listener, Node emits nothing.
		if (world.plan.n8n.isBefore28 && !line.closed) delivery.takenBack();
	}
}

function asRequest(delivery: Delivery): WebhookRequest {
	const rawBody = Buffer.from(JSON.stringify(delivery.body()));
	return {
		method: 'POST',
		headers: { 'x-api-key': delivery.message.apiKey, 'content-type': 'application/json' },
		contentType: 'application/json',
		encoding: 'utf-8',
		rawBody,
		readRawBody: async () => {},
		body: {},
	} as unknown as WebhookRequest;
}

function whatN8nDoesWith(delivery: Delivery, { workflows }: EngineParts): Partial<EngineParts> {
	const { process } = delivery;
	const { knowledge } = process.world;
	/** n8n saves only what is marked as changed, and a trigger without flaws leaves nothing out. */
	const saveStaticData: typeof workflows.saveStaticData = async (workflow) => {
		const mustSave = delivery.acceptedAt < Infinity || delivery.isIncomplete;
		const isLeftOut = mustSave && workflow.staticData.__dataChanged !== true;
		if (isLeftOut) knowledge.leftOut(delivery);
		await workflows.saveStaticData(workflow);
	};
	return {
		workflows: Object.create(workflows, {
			saveStaticData: { value: saveStaticData },
		}) as typeof workflows,
		acceptExecution: async () => await accept(delivery),
	};
}

async function accept(delivery: Delivery): Promise<void> {
	const { process, name, workflowId } = delivery;
	// An execution that failed in the trigger has no message.
	if (delivery.decidedAt === Infinity) return;
	const { database, ledger, time, plan, dice, knowledge } = process.world;
	await process.sleep(database.latency(`permissions ${name}`));
	const snapshot = await process.read(`snapshot ${name}`, () => ({
		text: database.workflows.get(workflowId)?.staticText ?? 'null',
		contents: knowledge.stored(workflowId),
	}));
	if (delivery.isTroubled('notAccepted')) {
		// Sometimes n8n gives its database time, and the sender hangs up before the refusal.
		const refusal = dice.of(`refusal ${name}`);
		if (refusal.chance(0.5)) await process.sleep(refusal.scaled(1, LONGEST_REFUSAL_MS));
		refuse(delivery);
	}

	const wait = database.latency(`execution ${name}`);
	const landed = () => ledger.started(delivery);
	// If the process is killed, some writes under way arrive and others do not.
	if (delivery.isTroubled('lostWithProcess')) process.after(wait, landed);
	else time.after(wait, landed);
	await process.sleep(wait + database.latency(`execution saved ${name}`));

	await process.slots.take();
	if (delivery.isTroubled('notAcceptedLate')) {
		process.slots.release();
		refuse(delivery);
	}
	const runs = dice.of(`execution ${name}`).int(1, plan.n8n.longestExecutionMs);
	process.after(runs, () => process.slots.release());
	if (!plan.n8n.executionsWrite) return;
	// It writes back what it was given, whatever has been stored meanwhile.
	time.after(runs, () => {
		const data = JSON.parse(snapshot.text) as object | null;
		const written = { ...data, 'node:Code': { last: name } };
		database.write(workflowId, written, { writer: 'execution', contents: snapshot.contents });
	});
}

function refuse(delivery: Delivery): never {
	delivery.failed();
	throw new NotAccepted();
}
