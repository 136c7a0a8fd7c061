// Owns how much memory a thread takes for its objects. Each has a heap of its own.

import type { ResourceLimits } from 'node:worker_threads';

export const THREAD_LIMITS: ResourceLimits = {
  /** Half of what the engine would take for short-lived objects: reading is as fast with it. */
  maxYoungGenerationSizeMb: 24,
  /**
   * Far more than any session needs. But a heap that may become larger than 2 GB is left to grow to four times what lives in
   * it before it is tidied up, and this one to twice: a first index takes a fifth less memory with it, and as long.
   */
  maxOldGenerationSizeMb: 2000,
};
