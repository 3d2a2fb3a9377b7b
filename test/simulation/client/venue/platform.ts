import { wholeBody } from '../../../venue/endpoints/answers';
import type { Random } from '../../core/random';
import type { VirtualTime } from '../../core/virtualTime';
import type { Line, Network, Sent } from '../n8n/connection';
import { FROM } from '../n8n/storedCredentials';
import type { Spell, Weather } from '../weather/spells';
import type { Answer } from './answers';
import { type Account, Endpoints, type Manners } from './endpoints';
import { Ledger, type Exchange } from './ledger';
import { sendBody } from './sending';

/** The simulated venue at all its hosts, behind connections. It knows nothing about its callers. */
export class VenuePlatform implements Network {
	readonly ledger = new Ledger();
	readonly endpoints: Endpoints;
	/** Connections that are still open. */
	openConnections = 0;
	mostOpen = 0;

	constructor(
		readonly time: VirtualTime,
		accounts: Account[],
		private readonly manners: Manners,
		private readonly weather: Weather,
		private readonly dice: Random,
		private readonly addressOf: (process: string) => string,
	) {
		this.endpoints = new Endpoints(time, accounts, manners, weather, dice);
	}

	connected(sent: Sent, line: Line): void {
		this.openConnections++;
		this.mostOpen = Math.max(this.mostOpen, this.openConnections);
		line.whenClosed(() => this.openConnections--);
		const exchange = this.recorded(sent);
		void this.serve(sent, line, exchange);
	}

	private async serve(sent: Sent, line: Line, exchange: Exchange): Promise<void> {
		const meets = (kind: Spell['kind']) =>
			this.weather.meets(kind, this.time.now(), { ...exchange, clientId: exchange.clientId });
		line.whenClosed(() => {
			exchange.closedAt = this.time.now();
			if (exchange.bodyEndedAt === undefined) exchange.isClosedEarly = true;
		});
		await this.time.sleep(this.dice.int(5, 60));
		if (line.isClosed) return;

		const unreachable = meets('unreachable');
		if (unreachable) {
			return this.breakOff(line, exchange, 'unreachable', unreachableCode(unreachable));
		}
		if (meets('resetBefore')) return this.breakOff(line, exchange, 'resetBefore', 'ECONNRESET');

		exchange.at = this.time.now();
		this.ledger.write(exchange);
		const silence = meets('silence');
		if (silence && silence.amount % 2 === 0) {
			exchange.trouble = 'silence';
			return;
		}
		const answer = this.endpoints.answer(sent, exchange, this.dice);
		exchange.trouble = answer.trouble;
		if (silence) {
			exchange.trouble = 'silence';
			return;
		}
		await this.time.sleep(this.answerTime(meets('slowAnswers')));
		if (line.isClosed) return;
		if (exchange.isDone && meets('resetAfter')) {
			return this.breakOff(line, exchange, 'resetAfter', 'ECONNRESET');
		}
		await this.answer(line, exchange, answer, meets);
	}

	private async answer(
		line: Line,
		exchange: Exchange,
		answer: Answer,
		meets: (kind: Spell['kind']) => Spell | undefined,
	): Promise<void> {
		const now = this.time.now();
		exchange.result = answer.status;
		exchange.answeredAt = now;
		exchange.said = answer.said;
		if (answer.askedMs !== undefined) exchange.askedUntil = now + answer.askedMs;
		line.begin(answer.status, { date: new Date(now).toUTCString(), ...answer.headers });
		const isGood = answer.status === 200;
		const manner = isGood
			? (['slowBodies', 'stalledBodies', 'cutBodies', 'brokenBodies'] as const)
					.map(meets)
					.find((spell) => spell !== undefined)
			: undefined;
		if (manner) exchange.trouble ??= manner.kind;
		this.ledger.answered(exchange);
		await sendBody(this.time, line, wholeBody(answer), manner, () => {
			exchange.bodyEndedAt = this.time.now();
		});
	}

	private breakOff(line: Line, exchange: Exchange, trouble: string, code: string): void {
		if (exchange.result === undefined && exchange.answeredAt === undefined && !exchange.isDone) {
			this.ledger.write(exchange);
		}
		exchange.trouble = trouble;
		exchange.result = code;
		exchange.answeredAt = this.time.now();
		this.ledger.answered(exchange);
		line.breakOff(code);
	}

	private answerTime(slow: Spell | undefined): number {
		const { shortestAnswerMs, longestAnswerMs } = this.manners;
		return this.dice.int(shortestAnswerMs, longestAnswerMs) + (slow?.amount ?? 0);
	}

	private recorded({ method, host, path, headers, body }: Sent): Exchange {
		const [, surface] = /^\/(data|reporting|token)\b/.exec(path) ?? [];
		const process = String(headers[FROM.process]);
		const bearer = String(headers.authorization ?? headers.Authorization ?? '').replace(
			/^Bearer ?/,
			'',
		);
		const asked = surface === 'token' ? (JSON.parse(body) as Record<string, string>) : {};
		return {
			at: this.time.now(),
			process,
			address: this.addressOf(process),
			operation: String(headers[FROM.operation]),
			isOfCredential: headers[FROM.sender] === 'credential',
			host,
			clientId: asked.client_id ?? this.endpoints.tokens.find(bearer)?.clientId ?? '',
			surface: surface === undefined ? 'rest' : surface === 'token' ? 'token' : 'data',
			method,
			path,
			secret: asked.client_secret ?? bearer,
			dataSet: body,
		};
	}
}

function unreachableCode({ amount }: Spell): string {
	return ['ECONNREFUSED', 'EAI_AGAIN', 'EHOSTUNREACH'][amount % 3];
}
