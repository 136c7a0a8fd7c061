// The changes a call made or wanted to make, and the certainty that what was not made never looks made.

import type { CallStatus, Failure } from '../../model/outcome.ts';
import type { DiffFile } from '../diff/diff-rows.ts';
import { type ChangeState, FileDiffs } from '../diff/file-diffs.tsx';
import { FilePath } from './file-path.tsx';
import type { AnyView } from './untyped-result.tsx';

/** Whether these did what they were to do is not on record. */
const UNCERTAIN: ReadonlySet<CallStatus> = new Set(['running', 'background', 'lost', 'unknown', 'interrupted']);

/** What became of a change whose result does not say so itself. */
export function changeState({ status, failure }: { status: CallStatus; failure: Failure | null }): ChangeState {
  if (status === 'ok' && failure === null) return 'written';
  return UNCERTAIN.has(status) ? 'unknown' : 'proposed';
}

export interface ChangesProps {
  readonly view: AnyView;
  readonly files: readonly DiffFile[];
  readonly state: ChangeState;
  readonly reason?: string | null;
}

export function Changes({ view, files, state, reason = null }: ChangesProps) {
  return (
    <FileDiffs
      files={files}
      state={state}
      reason={reason}
      path={(path) => <FilePath path={path} links={view.links} />}
    />
  );
}
