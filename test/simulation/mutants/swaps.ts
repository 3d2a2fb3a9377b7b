import type { Swap } from '../core/freshModules';

/** The shipped client without one fix. */
export interface Mutant {
	/** What then goes wrong. */
	finding: string;
	/** Shipped functions, and what takes their place: code may move within its module. */
	swaps: readonly Swap[];
}

type Load = (module: string) => object;
type Function<Given extends unknown[], Result> = (...given: Given) => Result;

/** The shipped function, called with something else or answering something else. */
export function around<Given extends unknown[], Result>(
	module: string,
	name: string,
	by: (shipped: Function<Given, Result>, given: Given, load: Load) => Result,
): Swap {
	return {
		module,
		name,
		by:
			(shipped: Function<Given, Result>, load: Load) =>
			(...given: Given) =>
				by(shipped, given, load),
	};
}

/** A method of a class, which stays the class that others have loaded. */
export function method<Self, Given extends unknown[], Result>(
	module: string,
	name: string,
	method: string,
	by: (shipped: Function<Given, Result>, given: Given, self: Self, load: Load) => Result,
): Swap {
	return {
		module,
		name,
		by: ({ prototype }: { prototype: Record<string, Function<Given, Result>> }, load: Load) => {
			const shipped = prototype[method];
			if (shipped === undefined) throw new Error(`There is no method ${name}.${method}`);
			prototype[method] = function (this: Self, ...given) {
				return by((...others) => shipped.apply(this, others), given, this, load);
			};
			return prototype.constructor;
		},
	};
}
