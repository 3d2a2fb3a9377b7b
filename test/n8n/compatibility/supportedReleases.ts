import { earlierReleases, newestRelease } from '../lab/installation/release';

export const supportedReleases = [...earlierReleases, newestRelease];
