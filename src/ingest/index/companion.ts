// Owns the contract of what is kept beside the index: the archive, the text index. A companion follows what the index
// knows, and is run by whoever keeps the index up to date.

export interface Companion {
  readonly name: string;
  /** Brings it up to date with what the index knows. Work is proportional to what is new. */
  catchUp(signal?: AbortSignal): Promise<void>;
  close(): Promise<void>;
}
