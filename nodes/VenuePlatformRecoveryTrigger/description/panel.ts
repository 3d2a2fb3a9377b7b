import type { INodeTypeDescription } from 'n8n-workflow';

/** What the editor tells while somebody builds the workflow. */
export const panel: Pick<INodeTypeDescription, 'activationMessage' | 'hints'> = {
	activationMessage: 'The venue is now asked regularly for what was not delivered.',
	hints: [
		{
			message:
				'Every 15 minutes is enough: set <b>Poll Times</b> to <b>Every X</b>, 15 <b>Minutes</b>. The venue recommends it, and a message that it gives up stays on its list for longer.',
			type: 'info',
			location: 'ndv',
			whenToDisplay: 'always',
			displayCondition:
				'={{ ($parameter["pollTimes"]?.item ?? []).some((time) => time.mode === "everyMinute") }}',
		},
	],
};
