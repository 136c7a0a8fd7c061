// Questions about what changed in the index, in order, from any place in its history that is still known.

export interface Change {
  readonly seq: number;
  readonly agent: string;
  readonly session: string;
  /** Null: the session as a whole. */
  readonly callId: string | null;
  /** The session was read again, or its calls are copies of others now: what was known of its calls is void. */
  readonly isAnew?: true;
}

export interface ChangeFeed {
  readonly changes: readonly Change[];
  /** Where to ask from next. */
  readonly seq: number;
  /** Changes before the first of these are no longer known: look at everything again. */
  readonly missed: boolean;
}

export interface ChangeQuestions {
  /** The number of the newest change; 0 before the first. */
  last(): Promise<number>;
  /** A place ahead of the newest change is one of another index, thrown away since: everything was missed. */
  since(seq: number, limit?: number): Promise<ChangeFeed>;
}
