import type { Violation } from '../../core/simulation';
import type { Operation } from '../story/operation';
import type { Exchange } from '../venue/ledger';
import type { World } from '../world';

interface Entity {
	venue?: string;
	count?: number;
}

export function exchangesOf({ venue }: World): Map<string, Exchange[]> {
	const found = new Map<string, Exchange[]>();
	for (const exchange of venue.ledger.exchanges) {
		const list = found.get(exchange.operation) ?? [];
		found.set(exchange.operation, list);
		list.push(exchange);
	}
	return found;
}

export function nothingIsDoneTwice(world: World): Violation[] {
	const exchanges = exchangesOf(world);
	return world.operations
		.filter(({ isUnsafe }) => isUnsafe)
		.filter(({ name }) => {
			const posts = (exchanges.get(name) ?? []).filter(({ method }) => method === 'POST');
			return posts.filter(({ isDone }) => isDone).length > 1;
		})
		.map(({ name, kind }) => ({ rule: 'done twice', what: `${name} (${kind})` }));
}

/** The answer is complete, and comes from the venue of the credential. */
export function answersAreRight({ operations }: World): Violation[] {
	return operations
		.filter(({ outcome, kind }) => outcome === 'answered' && kind !== 'updateWebhook')
		.flatMap((operation) => {
			const { answer, name, clientIds, kind } = operation;
			const entities = entitiesOf(operation);
			const other = entities.find(({ venue }) => venue !== undefined && !clientIds.includes(venue));
			if (other) {
				const what = `${name} (${kind}) for ${clientIds.join()} got the answer of ${other.venue}`;
				return [{ rule: 'right venue', what }];
			}
			const whole = Array.isArray(answer) ? (entities[0]?.count ?? 0) : entities.length;
			if (entities.length === whole) return [];
			const what = `${name} (${kind}) got ${entities.length} of ${whole}`;
			return [{ rule: 'whole answer', what }];
		});
}

function entitiesOf({ answer }: Operation): Entity[] {
	return (Array.isArray(answer) ? answer : [answer ?? {}]) as Entity[];
}

/** A list that keeps arriving is read completely, and once. */
export function listsComeOnce(world: World): Violation[] {
	const exchanges = exchangesOf(world);
	return world.operations
		.filter(({ kind, canceledAt }) => kind === 'bookings' && canceledAt === undefined)
		.flatMap(({ name, patienceMs }) => {
			const arriving = (exchanges.get(name) ?? []).filter(
				({ surface, trouble, result, isOfCredential }) =>
					surface !== 'token' && !isOfCredential && trouble === 'slowBodies' && result === 200,
			);
			const givenUp = arriving.filter(({ isClosedEarly }) => isClosedEarly);
			if (givenUp.length === 0 || patienceMs < 60_000) return [];
			const what = `${name}: ${givenUp.length} of ${arriving.length} downloads were given up while the list arrived`;
			return [{ rule: 'one download', what }];
		});
}
