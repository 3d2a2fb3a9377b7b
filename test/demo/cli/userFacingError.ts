/** Why the demo cannot start and what to do about it, in one line for the user. */
export class UserFacingError extends Error {}
