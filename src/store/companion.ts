// The contract of companions, which are kept next to the index: the archive, the text index. A companion follows what the index
// knows, and is run by the process that writes the index.

export interface Companion {
  readonly name: string;
  /** Starts after everything was read for the first time: a user waits for the index, nobody for this. */
  readonly isPatient?: boolean;
  /** Brings it up to date with what the index knows. Work is proportional to what is new. */
  catchUp(signal?: AbortSignal): Promise<void>;
  close(): Promise<void>;
}

/** The companions to run now. */
export function dueOf(companions: readonly Companion[], isAllRead: boolean): readonly Companion[] {
  return isAllRead ? companions : companions.filter(({ isPatient }) => isPatient !== true);
}
