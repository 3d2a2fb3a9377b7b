/** How many of 100 changes the tests must notice. */
exports.LOWEST_SCORE = 85;

/** The shipped files that are changed, and the unit tests that must notice it. */
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
			'test/unit/trigger/{deliveryMemory,emittedIds,newestDates,workflowMemory}.test.ts',
			'test/unit/recovery/{memory,storage}.test.ts',
		],
	},
	messages: {
		files: ['nodes/VenuePlatformRecoveryTrigger/{failedMessages,items,outages,webhookChanges}.ts'],
		tests: [
			'test/unit/recovery/{failedList,fullMemory,items,messages,newsOfVenue,outages,poll,webhookChanges}.test.ts',
		],
	},
	polls: {
		files: ['nodes/VenuePlatformRecoveryTrigger/{poll,purpose}.ts'],
		tests: ['test/unit/recovery/{newsOfVenue,owedBookings,poll}.test.ts'],
	},
	bookings: {
		files: [
			'nodes/VenuePlatformRecoveryTrigger/{batches,changedBookings,lookForChanges,venueClock,versions}.ts',
		],
		tests: [
			'test/unit/recovery/{batches,batchesOfChanges,bookings,changes,longLists,newsOfVenue,owedBookings,poll,venueClock,versions}.test.ts',
		],
	},
};
