// Compares two sessions: their calls, and the final state of the files they changed.

import { belowFolder, type Comparison } from '../insights/compare-sessions.ts';
import { comparedSessions } from '../library/insights/kept-insights.ts';
import { ELSEWHERE } from '../net-diff/net-file.ts';
import type { ChangedFile } from '../net-diff/session-changes.ts';
import type { SessionKey } from '../store/session-batch.ts';
import { netChangesOf } from './net-changes.ts';
import type { ServedLibrary } from './served-library.ts';

/** The final state of a file in a session. */
export interface FinalChange {
  readonly change: ChangedFile['change'];
  readonly linesAdded: number | null;
  readonly linesRemoved: number | null;
  /** As the session names it. */
  readonly path: string;
  /** Changes may be missing: see the notes of the session's changes. */
  readonly isUnsure: boolean;
}

export interface FinalFile {
  /** Relative to the folder that each session worked in. */
  readonly path: string;
  readonly a: FinalChange | null;
  readonly b: FinalChange | null;
  /** Both removed and added the same lines. */
  readonly isSame: boolean;
}

export interface FullComparison extends Comparison {
  readonly final: readonly FinalFile[];
}

interface Left {
  readonly change: FinalChange;
  /** The removed and added lines, in order. */
  readonly lines: string;
}

function linesOf({ hunks }: ChangedFile): string {
  const own = hunks.filter(({ by }) => by.length === 0 || by.some((call) => call !== ELSEWHERE));
  return own.flatMap(({ lines }) => lines.filter((line) => /^[+-]/.test(line))).join('\n');
}

function leftBy(files: readonly ChangedFile[], project: string | null): ReadonlyMap<string, Left> {
  return new Map(
    files.map((file) => {
      const { path, change, linesAdded, linesRemoved, doubt, notes } = file;
      const isUnsure = doubt !== null || notes.length > 0;
      const left = { change: { change, linesAdded, linesRemoved, path, isUnsure }, lines: linesOf(file) };
      return [belowFolder(path, project ?? undefined), left];
    }),
  );
}

/** Differing files first. */
function finalFiles(a: ReadonlyMap<string, Left>, b: ReadonlyMap<string, Left>): FinalFile[] {
  return [...new Set([...a.keys(), ...b.keys()])]
    .map((path): FinalFile => {
      const [one, other] = [a.get(path), b.get(path)];
      const isSame = one !== undefined && other !== undefined && one.lines === other.lines;
      return { path, a: one?.change ?? null, b: other?.change ?? null, isSame };
    })
    .sort((one, other) => Number(one.isSame) - Number(other.isSame) || (one.path < other.path ? -1 : 1));
}

export async function compareStored(
  library: Pick<ServedLibrary, 'questions' | 'places' | 'openLog'>,
  a: SessionKey,
  b: SessionKey,
  signal?: AbortSignal,
): Promise<FullComparison> {
  const { content } = library.questions;
  const comparison = await comparedSessions(await content.whole(a), await content.whole(b), library.openLog);
  const left = async (key: SessionKey): Promise<ReadonlyMap<string, Left>> => {
    const { files, project } = await netChangesOf(library, key, signal);
    return leftBy(files, project);
  };
  return { ...comparison, final: finalFiles(await left(a), await left(b)) };
}
