// The contract of what is kept beside the index: the archive, the text index. A companion follows what the index
// knows, and is run by anyone who keeps the index up to date.

export interface Companion {
  readonly name: string;
  /** Begins when everything was read for the first time: a person waits for the index, no one for this. */
  readonly isPatient?: boolean;
  /** Brings it up to date with what the index knows. Work is proportional to what is new. */
  catchUp(signal?: AbortSignal): Promise<void>;
  close(): Promise<void>;
}

/** Those whose turn it is. */
export function dueOf(companions: readonly Companion[], isAllRead: boolean): readonly Companion[] {
  return isAllRead ? companions : companions.filter(({ isPatient }) => isPatient !== true);
}
