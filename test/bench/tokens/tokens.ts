import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { type Lab, startLab } from '../../n8n/lab/lab';
import type { BenchContext, Claim, Section, Table } from '../bench';
import { shuffled } from '../statistics';
import { CONTENDERS, type Contender, packUnguarded } from './contenders';
import { burst, day, type Figures, type Story, tell } from './story';

interface Chapter {
	title: string;
	story: Story;
	/** The tokens that are needed: one at first, and one after the venue has revoked it. */
	needed: number;
	told: Map<Contender, Figures>;
}

const SCALES = {
	full: { everyMinutes: 15, executions: 4, together: 50 },
	quick: { everyMinutes: 180, executions: 2, together: 10 },
};

const HOUR = 3_600_000;

export async function tokens({ tarball, scale, say }: BenchContext): Promise<Section> {
	const { everyMinutes, executions, together } = SCALES[scale];
	const chapter = (title: string, story: Story, needed: number): Chapter => ({
		title,
		story,
		needed,
		told: new Map(),
	});
	const calls = (executions * 24 * 60) / everyMinutes;
	const chapters = [
		chapter(`A day with ${calls} executions`, day({ everyMinutes, executions, goneEach: 20 }), 2),
		chapter(`${together} executions at once, twice`, burst(together), 2),
	];
	const folder = await mkdtemp(join(tmpdir(), 'venue-platform-unguarded-'));
	let lab: Lab | undefined;
	try {
		const otherPackages = [await packUnguarded(folder)];
		lab = await startLab({ mode: 'regular', tarball, otherPackages });
		for (const { title, story, told } of chapters) {
			for (const contender of shuffled(CONTENDERS)) {
				const figures = await tell(lab, contender, story);
				told.set(contender, figures);
				say(`${title}, ${contender.name}: ${figures.tokenRequests} tokens, ${figures.lost} lost`);
				// The limit of the address no longer affects the next contender.
				lab.clock.advance(HOUR);
			}
		}
	} finally {
		await lab?.stop();
		await rm(folder, { recursive: true, force: true });
	}
	return {
		name: 'tokens',
		title: 'Tokens',
		asks: `Token requests that the venue counts, in a real n8n whose clock is moved. On that day, ${executions} executions start together every ${everyMinutes} minutes. Every twentieth also asks for a booking that is gone, and at noon the venue ends the token. “At once, twice” means that all start without a token, and then again when the venue has just ended it. The credential without a guard is what n8n’s documentation shows: it requests a token in preAuthentication. The venue answers after 100 ms and allows 60 token requests a minute for each address.`,
		tables: chapters.map(tableOf),
		claims: chapters.flatMap(claimsOf),
	};
}

function tableOf({ title, told }: Chapter): Table {
	return {
		caption: title,
		columns: ['Node', 'Token requests', 'Rejected', 'Look-ups lost'],
		rows: CONTENDERS.map((contender) => {
			const { tokenRequests, turnedDown, lost } = figuresOf(told, contender);
			return [contender.name, tokenRequests, turnedDown, lost];
		}),
	};
}

function claimsOf({ title, told, needed }: Chapter): Claim[] {
	return CONTENDERS.filter(({ isOurs }) => isOurs).map((contender) => {
		const { tokenRequests, lost } = figuresOf(told, contender);
		return {
			claim: `${title}, ${contender.name}: ${tokenRequests} token requests (${needed} are needed), ${lost} look-ups lost`,
			isKept: tokenRequests <= needed && lost === 0,
		};
	});
}

function figuresOf(told: Chapter['told'], contender: Contender): Figures {
	const figures = told.get(contender);
	if (!figures) throw new Error(`Nothing was measured of ${contender.name}`);
	return figures;
}
