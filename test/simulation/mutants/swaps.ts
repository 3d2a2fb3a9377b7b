import type { Swap } from '../core/freshModules';

/** The shipped client without one fix. */
export interface Mutant {
	/** What goes wrong then. */
	finding: string;
	/** Shipped functions and their replacements, by name, so code may move within its module. */
	swaps: readonly Swap[];
}

type Load = (module: string) => object;
type Function<Given extends unknown[], Result> = (...given: Given) => Result;

/** The shipped function, with other arguments or another result. */
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

/** Replaces a method in place, so the class stays the one that other modules have loaded. */
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
