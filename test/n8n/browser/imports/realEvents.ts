import type { Example } from '../../../examples/examples';
import type { SimulatedVenue } from '../../../venue';
import type { Json } from '../../../venue/json';
import type { ExampleLab } from '../../examples/exampleLab';
import { changed, polledOften } from '../../examples/outcomes/changed';
import { guests } from '../../examples/outcomes/guests';
import { office } from '../../examples/outcomes/office';
import {
	nothing,
	untilPolled,
	type AtWork,
	type Outcome,
	type Outcomes,
} from '../../examples/outcomes/outcome';
import { safety } from '../../examples/outcomes/safety';
import { stopExecutions } from '../../examples/stoppedWorkflow';
import { live } from '../../examples/vocabularies';
import { McpClient } from '../../fixtures/mcpClient';
import { ScriptedModel } from '../../fixtures/scriptedModel';
import { until } from '../../fixtures/until';
import type { StoredCredential } from '../../lab/rest/credentials';
import type { Editor } from '../editor';

const FIRST = 1;
const TOKEN = 'of Claude';
const BOOKING = 'BKG-000701';

/** How to try an example in the editor, and what starts it after it is published. */
interface RealEvent {
	outcome: Outcome;
	/** Where its venue is, if not on the usual platform. */
	platform?(lab: ExampleLab): SimulatedVenue;
	/** Where “Execute workflow” starts if no event is pinned. */
	triedFrom?: string;
	/** Runs after the data that the example reads has been created. */
	beforeTrying?(at: AtWork): Promise<unknown>;
	/** Replaces what the test cannot wait for: a poll after 15 minutes, or a time of day. */
	change?(example: Example): Example;
	/** Accounts that the notes require in addition to those of apps, by node. */
	accounts?(lab: ExampleLab): Promise<Record<string, StoredCredential>>;
	stop?(): Promise<void>;
	happen(at: AtWork, editor: Editor): Promise<unknown>;
	/** If an example has a chat and nothing to publish. */
	isAskedInEditor?: boolean;
}

const outcomes: Outcomes = { ...guests, ...office, ...safety };

/** A guest whose waiver is missing comes tomorrow, and the schedule runs as if it were time. */
const missingWaivers: RealEvent = {
	outcome: outcomes['guests/missing-waivers'],
	triedFrom: 'Every Hour from Ten to Six',
	beforeTrying: async (at) => await outcomes['guests/missing-waivers'].send(at, FIRST),
	change: (example) =>
		changed(example, {
			'Every Hour from Ten to Six': {
				parameters: { rule: { interval: [{ field: 'seconds', secondsInterval: 20 }] } },
			},
		}),
	happen: async (at) => await outcomes['guests/missing-waivers'].send(at, FIRST + 1),
};

const failedDeliveries: RealEvent = {
	outcome: nothing,
	triedFrom: 'Something Was Missed',
	change: polledOften,
	happen: async ({ lab, venues: [venue] }) => {
		await untilPolled(lab, 2);
		venue.messages.addFailed({ attempts: 7 });
	},
};

const whenAWorkflowFails: RealEvent = {
	outcome: nothing,
	happen: async ({ lab, imported }) => await stopExecutions(lab, imported, 1),
};

const askYourVenue: RealEvent = {
	outcome: nothing,
	accounts: async (lab) => ({
		'Venue for Claude': await lab.n8n.credentials.create('httpBearerAuth', { token: TOKEN }),
	}),
	happen: async ({ lab, venues: [venue] }) => {
		await venue.bookings.create({ uniqueId: BOOKING });
		const url = `${lab.n8n.webhookUrl}/mcp/ask-your-venue`;
		const claude = await McpClient.connect(url, TOKEN);
		const told = await claude.call('Look_Up_a_Booking', { bookingId: BOOKING });
		expect(told).toContain(BOOKING);
	},
};

const frontDeskAgent = (): RealEvent => {
	let model: ScriptedModel | undefined;
	return {
		outcome: nothing,
		isAskedInEditor: true,
		accounts: async (lab) => {
			model = await ScriptedModel.start({ bookingId: BOOKING }, 'Look_Up_a_Booking');
			const data = { apiKey: 'none', url: model.url };
			return { 'Chat Model': await lab.n8n.credentials.create('openAiApi', data) };
		},
		stop: async () => await model?.stop(),
		happen: async ({ venues: [venue] }, editor) => {
			await venue.bookings.create({ uniqueId: BOOKING });
			await editor.byTestId('workflow-chat-button').click();
			await editor.page.locator('.chat-inputs textarea').fill(`Who is ${BOOKING}?`);
			await editor.page.keyboard.press('Enter');
			await editor.page.getByText('Done.').first().waitFor();
		},
	};
};

/** The first message of a venue whose bookings have only the number of a product. */
const bookingToTeams: RealEvent = {
	outcome: nothing,
	platform: ({ live: platform }) => platform,
	happen: async ({ lab, venues: [venue] }) => {
		await venue.emit({ type: 'Booking', eventType: 'Created', data: live.booking as Json });
		const said = 'BKG-1: Ada Lovelace, Laser Tag for 14, 2026-06-01 15:00';
		await until(() => JSON.stringify(lab.apps.teams.messages).includes(said));
	},
};

const special: Record<string, RealEvent> = {
	'guests/missing-waivers': missingWaivers,
	'office/ask-your-venue-from-claude': askYourVenue,
	'office/front-desk-agent': frontDeskAgent(),
	'safety/failed-deliveries': failedDeliveries,
	'safety/when-a-workflow-fails': whenAWorkflowFails,
	'starters/booking-to-teams': bookingToTeams,
};

/** The default is the first of the events that other tests send by the hundred. */
export function realEventOf(example: string): RealEvent {
	const outcome = outcomes[example];
	return special[example] ?? { outcome, happen: async (at) => await outcome.send(at, 2) };
}
