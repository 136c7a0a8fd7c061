// Questions about what changed in the index, in order, from any place in its history that is still known.

export interface Change {
  readonly seq: number;
  readonly agent: string;
  readonly session: string;
  /** Null: the session as a whole. */
  readonly callId: string | null;
  /** The session was read again, or its calls are now copies of others: what was known about its calls is void. */
  readonly isAnew?: true;
}

export interface ChangeFeed {
  readonly changes: readonly Change[];
  /** Where to continue. */
  readonly seq: number;
  /** Changes before the first of these are no longer known: load everything again. */
  readonly missed: boolean;
}

export interface ChangeQuestions {
  /** The number of the newest change; 0 before the first. */
  last(): Promise<number>;
  /** A place ahead of the newest change belongs to an index that was deleted since: everything was missed. */
  since(seq: number, limit?: number): Promise<ChangeFeed>;
}
