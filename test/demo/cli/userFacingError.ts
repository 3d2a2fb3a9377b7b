/** Why the demo cannot start and what to do about it, in one line for the person who started it. */
export class UserFacingError extends Error {}
