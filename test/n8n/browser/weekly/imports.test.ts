import { exampleNames } from '../../../examples/examples';
import { describeImports } from '../imports/describeImports';

/** Its table is what “Missing waivers” reads. */
const FIRST = 'guests/signed-waivers';

describeImports([FIRST, ...exampleNames().filter((name) => name !== FIRST)]);
