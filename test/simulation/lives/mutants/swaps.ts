import type { Swap } from '../../core/freshModules';

export type Any = (...given: never[]) => unknown;
export type Load = (module: string) => object;

export const swap = (
	module: string,
	name: string,
	by: (shipped: never, load: Load) => unknown,
): Swap => ({ module, name, by });

/** The shipped function, with other arguments or another result. */
export const around = (
	module: string,
	name: string,
	change: (shipped: Any, given: never[], load: Load) => unknown,
): Swap =>
	swap(
		module,
		name,
		(shipped, load) =>
			(...given: never[]) =>
				change(shipped as Any, given, load),
	);

/** Another function in its place. */
export const replaced = (module: string, name: string, by: (...given: never[]) => unknown): Swap =>
	swap(module, name, () => by);
