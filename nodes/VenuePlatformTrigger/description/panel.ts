import type { INodeTypeDescription } from 'n8n-workflow';

import { PLACEHOLDERS } from '../registration/wanted';

/** What the editor tells while somebody builds the workflow and before there is an event. */
export const panel: Pick<
	INodeTypeDescription,
	'eventTriggerDescription' | 'activationMessage' | 'triggerPanel' | 'hints'
> = {
	eventTriggerDescription: 'Create or change something at the venue that Trigger On names',
	activationMessage: 'The venue now sends its events to this workflow.',
	triggerPanel: {
		header: 'Get events from the venue',
		executionsHelp: {
			inactive:
				'<b>While you build</b>, click the button above: the venue is told to send events here for two minutes, and the first one is shown. Then create or change something at the venue.<br /><br /><b>When you are done</b>, publish the workflow. The venue is then told to send every event, and each one starts the workflow exactly once. You find these runs under <a data-key="executions">Executions</a>.',
			active:
				'<b>The workflow is published</b>: each event of the venue starts it exactly once. You find these runs under <a data-key="executions">Executions</a>.<br /><br /><b>To look at an event here</b>, click the button above and create or change something at the venue. The published workflow gets its events all the same.',
		},
		activationHint: {
			inactive:
				'Publish the workflow so that the venue sends its events all the time. There is nothing to set up at the venue.',
			active: 'Published: the venue sends its events all the time.',
		},
	},
	hints: [
		{
			message: `The venue has to be told the user name and password, and its documentation does not show in which fields. Ask the venue platform’s support for their names, then write them into the option Additional Configuration, with <code>"${PLACEHOLDERS.username.replace('<', '&lt;').replace('>', '&gt;')}"</code> and <code>"${PLACEHOLDERS.password.replace('<', '&lt;').replace('>', '&gt;')}"</code> as values.`,
			type: 'info',
			location: 'ndv',
			whenToDisplay: 'always',
			displayCondition: '={{ $parameter["authentication"] === "basicAuth" }}',
		},
	],
};
