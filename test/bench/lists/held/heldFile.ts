import { join } from 'node:path';

/** What n8n's process is asked with. */
export const WATCH_SIGNAL = 'SIGUSR2';

/** Two numbers: how often it has looked, and the most MB that it saw. */
export const heldFileIn = (home: string): string => join(home, 'held');
