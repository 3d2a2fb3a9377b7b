import type { Swap } from './freshModules';

export type Any = (...given: never[]) => unknown;
export type Load = (module: string) => object;

export const swap = (
	module: string,
	name: string,
	by: (shipped: never, load: Load) => unknown,
): Swap => ({ module, name, by });

/** The shipped function, with other arguments or another result. */
export const around = <Shipped extends Any>(
	module: string,
	name: string,
	change: (shipped: Shipped, given: Parameters<Shipped>, load: Load) => unknown,
): Swap =>
	swap(
		module,
		name,
		(shipped: Shipped, load) =>
			(...given: Parameters<Shipped>) =>
				change(shipped, given, load),
	);

/** Another function in its place. */
export const replaced = (module: string, name: string, by: (...given: never[]) => unknown): Swap =>
	swap(module, name, () => by);

/** Replaces a method in place, so the class stays the one that other modules have loaded. */
export function method<Self, Given extends unknown[], Result>(
	module: string,
	name: string,
	method: string,
	by: (shipped: (...given: Given) => Result, given: Given, self: Self, load: Load) => Result,
): Swap {
	return {
		module,
		name,
		by: ({ prototype }: { prototype: Record<string, (...given: Given) => Result> }, load: Load) => {
			const shipped = prototype[method];
			if (shipped === undefined) throw new Error(`There is no method ${name}.${method}`);
			prototype[method] = function (this: Self, ...given) {
				return by((...others) => shipped.apply(this, others), given, this, load);
			};
			return prototype.constructor;
		},
	};
}
