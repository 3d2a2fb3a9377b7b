import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { cpuSecondsOf, untilAtRest } from '../../../bench/process/cpuOfGroups';
import { median, shuffled } from '../../../bench/statistics';
import { packSources } from '../../contract/samplePackage';
import { Nginx } from '../../fixtures/nginx';
import { end } from '../../fixtures/nodes';
import { packedPackage } from '../../fixtures/packedPackage';
import { TriggerFixture, WEBHOOK_API_KEY } from '../../fixtures/triggerFixture';
import { startLab } from '../../lab/lab';
import type { WorkflowNode } from '../../lab/rest/workflows';
import { Flood, genuine, postOnce, wrongKey, wrongKeys } from './senders';

const REFUSING = 'n8n-nodes-refusing';
const STRANGERS_A_SECOND = 10_000 / 60;
const SENDERS = [1, 8];
const PHASE_MS = 4_000;
/** nginx first lets a few more requests without a key through. */
const UNTIL_STEADY_MS = 3_000;
const ROUNDS = 5;
const LEAST_KEPT = 0.8;

/** How many a second nginx passes on to n8n, which rejects them. */
const FLOODS = {
	'wrong keys': { guess: wrongKey, passed: 0 },
	'no keys': { guess: () => undefined, passed: 1 },
};

/** Wrong keys for one measurement of processor time, which is counted in hundredths of a second. */
const COUNTED = 100;
const COUNTED_ROUNDS = 5;
/** Eight of them wait while the credential is read; the others are answered at once. */
const COUNTED_SENDERS = 24;
/** Compared with a trigger that rejects everything; n8n itself causes nearly all of the cost. */
const MOST_OF_REFUSING = 1.15;

describe('strangers who send 10,000 deliveries a minute', () => {
	let folder: string;
	let fixture: TriggerFixture;
	let proxy: Nginx;
	let ours: string;
	let refusing: string;
	let webhook: string;

	const atRest = async () => await untilAtRest(fixture.lab.servers.map(({ pid }) => pid ?? 0));

	const publish = async (node: WorkflowNode, path: string) => {
		const { lab } = fixture;
		const workflow = await lab.workflows.create(node.name, [node, end]);
		await lab.workflows.publish(workflow);
		await lab.untilRouted(path);
		return `${lab.webhookUrl}/webhook/${path}`;
	};

	beforeAll(async () => {
		folder = await mkdtemp(join(tmpdir(), 'venue-platform-strangers-'));
		const nodes = join(__dirname, 'node');
		const other = await packSources(folder, REFUSING, nodes, ['RefusingTrigger']);
		const lab = await startLab({
			mode: 'regular',
			tarball: packedPackage(),
			otherPackages: [other],
		});
		fixture = await TriggerFixture.in(lab);
		await fixture.startVenue();
		const trigger = fixture.trigger();
		await fixture.publish([trigger, end]);
		ours = fixture.urlOf(trigger);
		refusing = await publish(
			{
				name: 'Refusing',
				type: `${REFUSING}.refusingTrigger`,
				typeVersion: 2,
				webhookId: 'refusing',
				credential: trigger.credential,
			},
			'refusing/refused',
		);
		const header = { name: 'x-api-key', value: WEBHOOK_API_KEY };
		webhook = await publish(
			{
				name: 'Webhook',
				type: 'n8n-nodes-base.webhook',
				typeVersion: 2,
				webhookId: 'plain',
				parameters: { path: 'plain', httpMethod: 'POST', authentication: 'headerAuth' },
				credential: await lab.credentials.create('httpHeaderAuth', header),
			},
			'plain',
		);
		proxy = await Nginx.before(lab.webhookUrl);
		await genuine(ours, 8, PHASE_MS);
	});

	afterAll(async () => {
		await proxy?.stop();
		await fixture?.stop();
		await rm(folder, { recursive: true, force: true });
	});

	/** The share of the rate of genuine deliveries that remains during a flood in the same n8n. */
	const kept = async (to: string, flooded: string, senders: number, guess = wrongKey) => {
		await atRest();
		const alone = await genuine(to, senders, PHASE_MS);
		await atRest();
		const flood = new Flood(flooded, STRANGERS_A_SECOND, guess);
		await sleep(UNTIL_STEADY_MS);
		const beside = await genuine(to, senders, PHASE_MS);
		await flood.stop();
		expect(flood.answers.get(200)).toBeUndefined();
		return { alone, beside, part: beside / alone, answers: Object.fromEntries(flood.answers) };
	};

	it('do not pass the proxy of SECURITY.md with another spelling of the address', async () => {
		const { pathname } = new URL(ours);
		const spellings = [
			pathname,
			`${pathname}/`,
			`${pathname}?x=1`,
			pathname.replace('/webhook/', '/WebHook/'),
			pathname.replace('-platform', '%2dplatform'),
		];
		const answers = async (key: string | undefined, paths: string[]) =>
			await Promise.all(paths.map(async (path) => await postOnce(`${proxy.url}${path}`, key)));
		const unauthorized = spellings.map(() => 401);
		expect(await answers('a wrong key', spellings)).toEqual(unauthorized);
		expect(await answers(undefined, spellings)).toEqual(unauthorized);
		expect(await answers(WEBHOOK_API_KEY, [pathname])).toEqual([200]);
	});

	it.each(Object.entries(FLOODS))(
		'with %s leave the venue 0.8 of its rate behind the proxy of SECURITY.md',
		async (name, { guess, passed }) => {
			const through = `${proxy.url}${new URL(ours).pathname}`;
			const parts = new Map(SENDERS.map((senders) => [senders, [] as number[]]));
			for (let round = 0; round < ROUNDS; round++) {
				for (const senders of SENDERS) {
					const result = await kept(through, through, senders, guess);
					parts.get(senders)?.push((result.beside + passed) / result.alone);
					report(`${name}, behind the proxy`, senders, result);
					expect(result.answers).toEqual({ 401: expect.any(Number) });
					expect(result.answers[401]).toBeGreaterThan((STRANGERS_A_SECOND * PHASE_MS) / 1_000);
				}
			}
			const medians = [...parts].map(([senders, own]) => `${senders} senders: ${median(own)}`);
			process.stdout.write(`${name}, medians: ${medians.join(', ')}\n`);
			for (const own of parts.values()) expect(median(own)).toBeGreaterThanOrEqual(LEAST_KEPT);
		},
	);

	it('cost n8n hardly more than with a trigger that rejects everything', async () => {
		const leaders = fixture.lab.servers.map(({ pid }) => pid ?? 0);
		const targets = { ours, refusing, webhook };
		const costs = Object.entries(targets).map(([name, url]) => ({ name, url, ms: [] as number[] }));
		for (let round = 0; round < COUNTED_ROUNDS; round++) {
			for (const { url, ms } of shuffled(costs)) {
				await atRest();
				const before = await cpuSecondsOf(leaders);
				await wrongKeys(url, COUNTED, COUNTED_SENDERS);
				await atRest();
				ms.push((((await cpuSecondsOf(leaders)) - before) * 1_000) / COUNTED);
			}
		}
		const cost = Object.fromEntries(costs.map(({ name, ms }) => [name, median(ms)]));
		process.stdout.write(
			`processor time of n8n for a wrong key: ${costs.map(({ name, ms }) => `${name} ${median(ms).toFixed(1)} ms (${ms.map((one) => one.toFixed(1)).join(', ')})`).join('; ')}\n`,
		);
		expect(cost.ours / cost.refusing).toBeLessThanOrEqual(MOST_OF_REFUSING);
	});

	it('are not let in without a proxy, whichever trigger they flood', async () => {
		for (const senders of SENDERS) {
			for (const [name, flooded] of Object.entries({ ours, refusing, webhook })) {
				report(`flood at ${name}`, senders, await kept(ours, flooded, senders));
			}
		}
		// n8n recovers completely.
		await atRest();
		expect(await genuine(ours, 1, PHASE_MS)).toBeGreaterThan(0);
	});
});

interface Result {
	alone: number;
	beside: number;
	part: number;
	answers: Record<string, number>;
}

function report(what: string, senders: number, { alone, beside, part, answers }: Result): void {
	process.stdout.write(
		`${what}, ${senders} senders: ${beside.toFixed(1)} of ${alone.toFixed(1)} a second (${part.toFixed(2)}), strangers were answered ${JSON.stringify(answers)}\n`,
	);
}
