/** What stands in the demo's way and how to remove it, in one line for the person who started it. */
export class Obstacle extends Error {}
