import type { Section } from '../bench';
import type { Machine } from './machine';

export interface MeasuredSection extends Section {
	measuredOn: string;
	command: string;
}

/** Everything on the page, as it is stored in docs/development/performance.json. */
export interface Performance {
	machine: Machine;
	sections: MeasuredSection[];
}

/** In the order of the page, with the newest section of each name. */
export function withSection(
	{ machine, sections }: Performance,
	measured: MeasuredSection,
	order: string[],
): Performance {
	const others = sections.filter(({ name }) => name !== measured.name);
	const rank = ({ name }: Section) => order.indexOf(name);
	return { machine, sections: [...others, measured].sort((a, b) => rank(a) - rank(b)) };
}
