import { exampleNames } from '../../../examples/examples';
import { describeImports } from '../imports/describeImports';

/** “Missing waivers” reads its table. */
const FIRST = 'guests/signed-waivers';

describeImports([FIRST, ...exampleNames().filter((name) => name !== FIRST)]);
