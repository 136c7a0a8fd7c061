// A call's change to a file, shown outside its call: the hunks the server found, if any.

import type { ComponentChildren } from 'preact';
import type { DiffFile } from '../../ui/diff/diff-rows.ts';
import { type ChangeState, FileDiffs } from '../../ui/diff/file-diffs.tsx';
import { oneLine } from '../../ui/text/one-line.ts';
import { fileAddress } from '../state/addresses.ts';

interface Diff {
  readonly state: ChangeState;
  readonly files: readonly DiffFile[];
}

function isDiff(value: unknown): value is Diff {
  return (
    typeof value === 'object' && value !== null && 'files' in value && Array.isArray(value.files) && 'state' in value
  );
}

export function DiffOfCall({ diff }: { readonly diff: unknown }): ComponentChildren {
  if (!isDiff(diff)) return null;
  return (
    <FileDiffs files={diff.files} state={diff.state} path={(path) => <a href={fileAddress(path)}>{oneLine(path)}</a>} />
  );
}
