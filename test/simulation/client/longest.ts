/** A pause may double up to minutes if the venue has asked more than once. */
export const LONGEST_DOUBLING_MS = 5 * 60_000;

/** A sign-in without a response ends after this time. */
export const LONGEST_SIGN_IN_MS = 30_000;

/** A request whose response has not begun ends after this time. */
export const LONGEST_REQUEST_MS = 60_000;
