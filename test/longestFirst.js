const { default: Sequencer } = require('@jest/test-sequencer');

/** Short files that take long: without times of an earlier run, jest would begin them last. */
const LONG = /\/(?:simulation|steps)\/|\w+Outcomes\.test\.ts$/;

module.exports = class extends Sequencer {
	sort(tests) {
		const sorted = super.sort(tests);
		const isLong = ({ path }) => LONG.test(path);
		return [...sorted.filter(isLong), ...sorted.filter((test) => !isLong(test))];
	}
};
