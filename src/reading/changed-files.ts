// Which files a call changed, according to the log: for calls that changed several.

import type { ToolCall } from '../model/tool-call.ts';
import type { BodyReader } from '../sources/body-reader.ts';
import { displayParts } from './display-parts.ts';
import { openCallWith } from './open-call.ts';

export interface OneFile {
  readonly path: string;
  readonly linesAdded: number | null;
  readonly linesRemoved: number | null;
}

/** Undefined when the log does not say, or is gone. */
export function changedFiles(reader: BodyReader, call: ToolCall): readonly OneFile[] | undefined {
  const opened = openCallWith(reader, call);
  const diff = opened === undefined ? undefined : displayParts(call, opened).find(({ kind }) => kind === 'diff');
  if (diff?.kind !== 'diff') return undefined;
  return diff.files.map(({ path, movedTo, linesAdded, linesRemoved }) => ({
    path: movedTo ?? path,
    linesAdded,
    linesRemoved,
  }));
}
