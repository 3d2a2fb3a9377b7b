import type { Swap } from '../../core/freshModules';

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
