import type { Section } from '../bench';
import type { Machine } from './machine';

export interface MeasuredSection extends Section {
	measuredOn: string;
	command: string;
}

/** All that is on the page, as it is kept in docs/development/performance.json. */
export interface Performance {
	machine: Machine;
	sections: MeasuredSection[];
}

/** In the order of the page, each the newest of its name. */
export function withSection(
	{ machine, sections }: Performance,
	measured: MeasuredSection,
	order: string[],
): Performance {
	const others = sections.filter(({ name }) => name !== measured.name);
	const rank = ({ name }: Section) => order.indexOf(name);
	return { machine, sections: [...others, measured].sort((a, b) => rank(a) - rank(b)) };
}
