import { RemedyLab } from './remedyLab';
import { describeConnection } from './sections/connection';
import { describeCredentialMessages } from './sections/credential';
import { describeKeys } from './sections/keys';
import { describeLargeAnswers } from './sections/largeAnswers';
import { describeLimits } from './sections/limits';
import { describePublishing } from './sections/publishing';
import { describeRecovery } from './sections/recovery';
import { describeRequests } from './sections/requests';
import { describeStarting } from './sections/starting';
import { describeTurns } from './sections/turns';

const START_WITHIN = 300_000;

/** Remedies in docs/troubleshooting.md, followed as they are written. */
describe('remedies', () => {
	let lab: RemedyLab;

	beforeAll(async () => {
		lab = await RemedyLab.open();
	}, START_WITHIN);

	afterAll(async () => await lab?.close(), START_WITHIN);

	const labOf = () => lab;

	describeStarting(labOf);
	describeCredentialMessages(labOf);
	describeKeys(labOf);
	describeRequests(labOf);
	describeLimits(labOf);
	describeTurns(labOf);
	describeConnection(labOf);
	describePublishing(labOf);
	describeRecovery(labOf);
	// Last, because n8n is so busy with them that it closes connections that later tests would reuse.
	describeLargeAnswers(labOf);
});
