import { join } from 'node:path';

/** The signal that starts the measurement in n8n's process. */
export const WATCH_SIGNAL = 'SIGUSR2';

/** Contains two numbers: how often it has measured, and the most MB that it saw. */
export const heldFileIn = (home: string): string => join(home, 'held');
