import { parsed } from './n8n/database';
import type { Life } from './n8n/life';
import type { Incident } from './story/story';
import type { World } from './world';

const GRACE_MS = 30_000;

/** What happens to n8n while messages come. */
export async function happen(world: World, incident: Incident): Promise<void> {
	const { time, lives, say, seen } = world;
	await time.sleepUntil(incident.at);
	if (incident.what === 'clock') {
		world.clockErrors[incident.process] += incident.by;
		seen('clock moved');
		say(`clock of process ${incident.process} moved by ${incident.by / 1_000} s`);
		return;
	}
	if (incident.what === 'rename') {
		world.nodeNames[incident.trigger] += ' (renamed)';
		for (const life of lives) if (life) life.pollerCopy = world.database.now;
		seen('node renamed');
		say(`trigger ${incident.trigger} renamed`);
		return;
	}
	if (incident.what === 'poll') {
		if (lives[0]) poll(world, lives[0], incident.name);
		return;
	}
	const life = lives[incident.process];
	if (!life || life.isLeaving) return;
	seen(incident.what);
	if (life.deliveries.size > 0) seen(`${incident.what} with deliveries under way`);
	if (incident.what === 'restart') await leave(world, life);
	if (life.isOver) return;
	say(`${incident.what}: the end of ${life.name}`);
	life.end();
	lives[incident.process] = undefined;
	await time.sleep(incident.backAfter);
	lives[incident.process] = world.begin(incident.process);
}

/** n8n takes nothing new and waits for what is under way, but not for ever. */
async function leave({ time }: World, life: Life): Promise<void> {
	life.isLeaving = true;
	const latest = time.now() + GRACE_MS;
	while (life.deliveries.size > 0 && !life.isOver && time.now() < latest) await time.sleep(100);
}

/** Another trigger of the workflow emits: n8n writes the whole static data back as it had it. */
function poll(world: World, life: Life, name: string): void {
	const { text, contents } = life.pollerCopy;
	const data = { ...parsed({ text, contents }), 'node:Poller': { last: name } };
	life.pollerCopy = { text: JSON.stringify(data), contents };
	world.database.write(life.pollerCopy, 'poller', name);
	world.seen('poller wrote');
}
