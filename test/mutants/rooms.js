/** How many of 100 changes the tests must notice. */
exports.LOWEST_SCORE = 85;

const recovery = (...names) => names.map((name) => `nodes/VenuePlatformRecoveryTrigger/${name}.ts`);
const testsOf = (...names) => names.map((name) => `test/unit/recovery/${name}.test.ts`);

/**
 * The shipped files that are changed, and the unit tests that must notice it. `*` stands for all
 * files of a folder. test/unit/rooms.test.ts checks that each of them exists.
 */
exports.rooms = {
	guard: {
		files: ['credentials/tokenGuard.ts'],
		tests: ['test/unit/credentials/*.test.ts'],
	},
	pacing: {
		files: ['nodes/venueApi/pacing/*.ts'],
		tests: ['test/unit/venueApi/pacing/*.test.ts'],
	},
	memories: {
		files: [
			'nodes/VenuePlatformTrigger/memory/*.ts',
			'nodes/VenuePlatformRecoveryTrigger/memory/*.ts',
		],
		tests: [
			'test/unit/trigger/deliveryMemory.test.ts',
			'test/unit/trigger/emittedIds.test.ts',
			'test/unit/trigger/newestDates.test.ts',
			'test/unit/trigger/workflowMemory.test.ts',
			...testsOf('memory', 'storage', 'webhookChanges'),
		],
	},
	messages: {
		files: recovery(
			'failedMessages',
			'knownMessages',
			'messageRoom',
			'items',
			'outages',
			'places',
			'switchedOff',
			'webhookChanges',
		),
		tests: testsOf(
			'failedList',
			'fullMemory',
			'items',
			'messages',
			'newsOfVenue',
			'outages',
			'poll',
			'webhookChanges',
		),
	},
	polls: {
		files: recovery('memoryBefore', 'poll', 'pollingNode', 'pollRun'),
		tests: testsOf('newsOfVenue', 'outages', 'owedBookings', 'poll'),
	},
	bookings: {
		files: recovery(
			'batches',
			'changedBookings',
			'cutLists',
			'lookForChanges',
			'venueClock',
			'versions',
			'wholeVersions',
		),
		tests: testsOf(
			'batches',
			'batchesOfChanges',
			'bookings',
			'changes',
			'cutLists',
			'longLists',
			'newsOfVenue',
			'owedBookings',
			'poll',
			'venueClock',
			'versions',
		),
	},
};
