const { statSync } = require('node:fs');
const { default: Sequencer } = require('@jest/test-sequencer');

const sizeOf = ({ path }) => statSync(path).size;

/** Jest begins with the longest file. The first failed test ends a run, so a short one may save it. */
module.exports = class extends Sequencer {
	sort(tests) {
		return [...tests].sort((one, other) => sizeOf(one) - sizeOf(other));
	}
};
