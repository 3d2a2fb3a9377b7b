import { exampleNames } from '../../../examples/examples';
import { describeImports } from '../imports/describeImports';

/** “Missing waivers” reads its table. */
const FIRST = 'guests/signed-waivers';

const others = exampleNames().filter((name) => name !== FIRST);

describeImports([FIRST, ...others, 'starters/booking-to-teams']);
