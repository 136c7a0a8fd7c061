// Owns the contract of what is kept beside the index and follows it: an archive of raw lines, a text index.

/** Works only from what is committed: whatever is missing after a crash is caught up the next time. */
export interface Companion {
  /** For messages about trouble. */
  readonly name: string;
  /** Does what the index is ahead by. Ends early, with everything so far safe, when the signal is aborted. */
  catchUp(signal?: AbortSignal): Promise<void>;
  close(): Promise<void>;
}
