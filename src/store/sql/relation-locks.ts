// How an engine with several writers keeps what sessions say about each other from changing while it is settled.

import type { Steps } from './steps.ts';

export interface RelationLocks {
  /** Ends a selection of rows that will change. */
  readonly forUpdate: string;
  /** Until the transaction ends no other notes what sessions say about each other. */
  lockRelations(): Steps<unknown>;
}

/** For an engine with one writer. */
export const NO_LOCKS: RelationLocks = {
  forUpdate: '',
  *lockRelations() {
    // There is no one to wait for.
  },
};
