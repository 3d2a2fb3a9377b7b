import { RemedyLab } from './remedyLab';
import { describeOnlyNew } from './sections/onlyNew';
import { describePolling } from './sections/polling';
import { describeSlowList } from './sections/slowList';
import { beginReports, describeReports } from './sections/turns';

const START_WITHIN = 300_000;

/** Remedies that take minutes. Most are for the recovery trigger, which polls once a minute. */
describe('remedies that take several polls', () => {
	let lab: RemedyLab;
	let reports: Awaited<ReturnType<typeof beginReports>>;

	beforeAll(async () => {
		lab = await RemedyLab.open();
		reports = await beginReports(lab);
	}, START_WITHIN);

	afterAll(async () => await lab?.close(), START_WITHIN);

	const labOf = () => lab;

	describePolling(labOf);
	describeOnlyNew(labOf);
	describeReports(labOf, () => reports);
	describeSlowList(labOf);
});
