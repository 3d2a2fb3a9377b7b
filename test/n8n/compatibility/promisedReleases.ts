import { earlierReleases, newestRelease } from '../lab/installation/release';

export const promisedReleases = [...earlierReleases, newestRelease];
