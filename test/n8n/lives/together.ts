import type { LivesLab } from '../fixtures/livesLab';

/** Ends n8n and starts it again as soon as all other stories have reached this point. */
export type Restart = (plan?: {
	how?: 'stop' | 'kill';
	whileOff?: () => Promise<void> | void;
}) => Promise<void>;

export type Story = (lab: LivesLab, restart: Restart) => Promise<void>;

interface Arrival {
	how: 'stop' | 'kill';
	whileOff: () => Promise<void> | void;
	goOn: () => void;
	fail: (reason: unknown) => void;
}

/**
 * Runs several stories in one n8n at the same time, because each mostly waits for polls. A restart
 * affects all stories that have not ended yet.
 */
export async function liveTogether(
	lab: LivesLab,
	stories: Record<string, Story>,
): Promise<Record<string, PromiseSettledResult<void>>> {
	let alive = Object.keys(stories).length;
	let arrived: Arrival[] = [];

	const restartN8n = async (all: Arrival[]) => {
		const { main } = lab.n8n;
		await (all.some(({ how }) => how === 'kill') ? main.kill() : main.stop());
		for (const { whileOff } of all) await whileOff();
		await lab.n8n.startAgain();
	};
	const goOnIfAllAreHere = () => {
		if (arrived.length === 0 || arrived.length < alive) return;
		const all = arrived;
		arrived = [];
		restartN8n(all).then(
			() => all.forEach(({ goOn }) => goOn()),
			(reason) => all.forEach(({ fail }) => fail(reason)),
		);
	};
	const restart: Restart = async ({ how = 'stop', whileOff = () => {} } = {}) =>
		await new Promise<void>((goOn, fail) => {
			arrived.push({ how, whileOff, goOn, fail });
			goOnIfAllAreHere();
		});
	const live = async (story: Story) => {
		try {
			await story(lab, restart);
		} finally {
			alive--;
			goOnIfAllAreHere();
		}
	};
	const names = Object.keys(stories);
	const results = await Promise.allSettled(names.map(async (name) => await live(stories[name])));
	return Object.fromEntries(results.map((result, index) => [names[index], result]));
}

/** One test for each story; `results` are complete after all of them have ended. */
export function itTells(
	stories: Record<string, Story>,
	results: () => Record<string, PromiseSettledResult<void>>,
): void {
	it.each(Object.keys(stories))('%s', (name) => {
		const result = results()[name];
		if (result.status === 'rejected') throw result.reason;
	});
}
