import type { IWebhookFunctions } from 'n8n-workflow';

import type { Envelope } from '../../venueApi/envelope';
import type { Entity } from '../delivery/entity';
import { identityOf } from '../trigger';
import { Gate, type Message, type Passage } from './gate';
import { tokenOf } from './token';
import { WorkflowMemory } from './workflowMemory';

interface Workflow {
	memory: WorkflowMemory;
	gate: Gate;
}

/** The workflows of this process, by their id. */
const workflows = new Map<string, Workflow>();

/** Whether the message may start the workflow, after all that was delivered before it. */
export async function passOnce(
	context: IWebhookFunctions,
	envelope: Envelope,
	entity: Entity | undefined,
): Promise<Passage> {
	const { memory, gate } = workflowOf(context);
	const staticData = context.getWorkflowStaticData('global');
	const { isComplete } = memory.recall(staticData);

	const passage = await gate.pass(
		messageOf(context, envelope, entity),
		context.getResponseObject(),
		() => memory.record(staticData),
	);
	// Another one has written over what was recorded. This delivery is saved, so that it mends it.
	if (passage.verdict !== 'emit' && !isComplete) memory.record(staticData);
	return passage;
}

function workflowOf(context: IWebhookFunctions): Workflow {
	const { id } = context.getWorkflow();
	const known = workflows.get(String(id));
	if (known) return known;
	const memory = new WorkflowMemory();
	const workflow = { memory, gate: new Gate(memory) };
	workflows.set(String(id), workflow);
	return workflow;
}

/** Two triggers of a workflow have a configuration each, and each emits what the venue sends it. */
function messageOf(
	context: IWebhookFunctions,
	envelope: Envelope,
	entity: Entity | undefined,
): Message {
	const trigger = identityOf(context.getNode());
	const token = tokenOf(trigger, envelope.id);
	if (entity === undefined) return { token };
	const { name, changedAt } = entity;
	return { token, entity: { token: tokenOf(trigger, 'entity', name), changedAt } };
}
