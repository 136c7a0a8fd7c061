// How much memory a thread takes for its objects. Each has a heap of its own.

import type { ResourceLimits } from 'node:worker_threads';

export const THREAD_LIMITS: ResourceLimits = {
  /** Half of what the engine would take for short-lived objects: reading is as fast with it. */
  maxYoungGenerationSizeMb: 24,
  /**
   * Several times what a session of 100,000 calls needs. A heap that may become larger than 2 GB is left to grow to four times
   * what lives in it before it is tidied up, this one to twice: a fifth less memory for a first index, and no slower in
   * single runs.
   */
  maxOldGenerationSizeMb: 2000,
};
