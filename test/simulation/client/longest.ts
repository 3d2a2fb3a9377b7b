/** A pause may be doubled up to minutes, where the venue has asked more than once. */
export const LONGEST_DOUBLING_MS = 5 * 60_000;

/** After that, a sign-in that nobody answers is given up. */
export const LONGEST_SIGN_IN_MS = 30_000;

/** After that, a request whose answer has not begun is given up. */
export const LONGEST_REQUEST_MS = 60_000;
