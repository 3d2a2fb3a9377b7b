import type { ExampleLab, Imported, Venue } from '../exampleLab';
import { importFor } from '../stories/story';

export const FIVE_MINUTES = 'Every Five Minutes';

/** What hostile guests do to an example, and what is expected at its apps. */
export type Attack = (lab: ExampleLab, example: string) => Promise<void>;

type Event = Parameters<Venue['account']['emit']>[0];

export interface Attacked {
	imported: Imported;
	venue: Venue['account'];
	/** Sends an event with each of these, and expects that all were handled. */
	send(event: Omit<Event, 'data'>, all: Array<Event['data']>): Promise<void>;
	/** Runs what the schedules run. */
	run(...schedules: string[]): Promise<void>;
}

export async function attacked(lab: ExampleLab, example: string): Promise<Attacked> {
	const { imported, venue } = await importFor(lab, example);
	await lab.setUp(imported);
	await lab.publish(imported);
	const { executions } = lab.n8n;
	return {
		imported,
		venue,
		send: async (event, all) => {
			const before = await executions.count(imported.workflow, 'success');
			for (const data of all) await venue.emit({ ...event, data });
			await lab.untilIdle(imported);
			expect(await executions.count(imported.workflow, 'error')).toBe(0);
			expect(await executions.count(imported.workflow, 'success')).toBeGreaterThanOrEqual(
				before + all.length,
			);
		},
		run: async (...schedules) => {
			for (const schedule of schedules) {
				const id = await lab.n8n.workflows.run(imported.workflow, schedule);
				const { status, error } = await executions.ended(id);
				expect(error?.message ?? status).toBe('success');
			}
		},
	};
}
