// Heap limits for worker threads.

import type { ResourceLimits } from 'node:worker_threads';

export const THREAD_LIMITS: ResourceLimits = {
  /** A quarter of the engine's default for short-lived objects: reading is as fast with it. */
  maxYoungGenerationSizeMb: 12,
  /**
   * Several times what a session of 100,000 calls needs. A heap that may become larger than 2 GB is left to grow to four times its
   * live size before garbage is collected, this one to twice: a fifth less memory for a first index, and no slower in single runs.
   */
  maxOldGenerationSizeMb: 2000,
};
