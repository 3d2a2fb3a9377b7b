import { stopExecutions } from '../stoppedWorkflow';
import { ada, DAY, importFor, type Story } from './story';

const failedDeliveries: Story = async (lab, example) => {
	const { imported, venue } = await importFor(lab, example);
	venue.messages.addFailed({ attempts: 5 });
	await lab.run(imported, 'Something Was Missed');
	const messages = lab.apps.slack.messages.map((message) => ({ ...message }));
	return { ...(await lab.items(imported, 1)), 'Tell the n8n Admin': messages };
};

const losslessMirror: Story = async (lab, example) => {
	const { imported, venue } = await importFor(lab, example);
	await lab.run(imported, 'Set Up Once');
	const uniqueId = 'BKG-000801';
	await venue.bookings.create({ uniqueId, customer: ada });
	await lab.run(imported, 'Booking Changed');
	await lab.publish(imported);
	await venue.bookings.cancel(uniqueId);
	await lab.items(imported, 3);
	await venue.bookings.delete(uniqueId);
	return await lab.items(imported, 4);
};

const exactlyOnce: Story = async (lab, example) => {
	const { imported, venue } = await importFor(lab, example);
	await lab.run(imported, 'Set Up Once');
	await lab.publish(imported);
	await venue.bookings.create({ uniqueId: 'BKG-000901', customer: ada });
	const { 'Booking Created': messages } = await lab.items(imported, 2);
	// Like after a crash of n8n: the trigger does not know the message any more.
	await lab.runWith(imported, 'Booking Created', messages.slice(0, 1));
	lab.n8n.clock.advance(DAY);
	await lab.run(imported, 'Every Morning');
	return await lab.items(imported, 4);
};

const whenAWorkflowFails: Story = async (lab, example) => {
	const { imported } = await importFor(lab, example);
	await lab.setUp(imported);
	await lab.n8n.workflows.publish(imported.workflow);
	const digest = async () => {
		await stopExecutions(lab, imported, 2);
		await lab.run(imported, 'Every Fifteen Minutes');
	};
	await digest();
	lab.apps.setDown(true, lab.apps.slack);
	await digest();
	lab.apps.setDown(false);
	const { slack, gmail } = lab.apps;
	return {
		'Tell in Slack': slack.messages.map(({ channel, text }) => ({ channel, text: alike(text) })),
		'Tell by Mail': gmail.mails.map((mail) => ({ ...mail, text: alike(mail.text) })),
	};
};

/** The IDs of executions are different each time. */
const alike = (text: string) => text.replace(/executions [\d, ]+/, 'executions 231, 232');

export const safety: Record<string, Story> = {
	'safety/when-a-workflow-fails': whenAWorkflowFails,
	'safety/failed-deliveries': failedDeliveries,
	'safety/lossless-mirror': losslessMirror,
	'safety/exactly-once': exactlyOnce,
};
