// The changes a call made or wanted to make. What was not made must never look made.

import type { CallStatus, Failure } from '../../model/outcome.ts';
import type { DiffFile } from '../diff/diff-rows.ts';
import { type ChangeState, FileDiffs } from '../diff/file-diffs.tsx';
import { FilePath } from './file-path.tsx';
import type { AnyView } from './untyped-result.tsx';

/** For these it is not known whether the change was made. */
const UNCERTAIN: ReadonlySet<CallStatus> = new Set(['running', 'background', 'lost', 'unknown', 'interrupted']);

/** The state of a change, if its result does not say. */
export function changeState({ status, failure }: { status: CallStatus; failure: Failure | null }): ChangeState {
  if (status === 'ok' && failure === null) return 'written';
  return UNCERTAIN.has(status) ? 'unknown' : 'proposed';
}

interface ChangesProps {
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
