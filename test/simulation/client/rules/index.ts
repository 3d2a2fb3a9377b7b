import type { Violation } from '../../core/simulation';
import type { World } from '../world';
import { outagesAreNotAmplified, pausesAreKept, refusalsAreTaken } from './amplification';
import { answersAreRight, listsComeOnce, nothingIsDoneTwice } from './answers';
import { exportsAreLeftAlone } from './exports';
import { nothingIsLeftBehind } from './leftBehind';
import { limitsHold } from './limits';
import { noSecretIsShown, timesAreTrue, venueIsQuoted, whatMayBeDoneIsSaid } from './messages';
import { patienceIsKept } from './patience';
import { plainCallsCostNoToken } from './plainCalls';
import { callsFlowAgain, neighborsGoOn } from './waiting';
import { workedTokensAreRenewed } from './renewal';
import { tokensAreSpared } from './tokens';

/** What must hold in every storm. */
type Rule = (world: World) => Violation[];

export const RULES: Rule[] = [
	patienceIsKept,
	limitsHold,
	nothingIsDoneTwice,
	answersAreRight,
	listsComeOnce,
	timesAreTrue,
	callsFlowAgain,
	neighborsGoOn,
	tokensAreSpared,
	workedTokensAreRenewed,
	plainCallsCostNoToken,
	exportsAreLeftAlone,
	noSecretIsShown,
	whatMayBeDoneIsSaid,
	venueIsQuoted,
	outagesAreNotAmplified,
	pausesAreKept,
	refusalsAreTaken,
	nothingIsLeftBehind,
];
