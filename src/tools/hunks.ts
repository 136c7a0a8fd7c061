// The diff model: hunks, file diffs, how well they are known, and whether their counts agree.

import { countLines } from '../base/text.ts';
import { type Problem, problem } from '../model/problem.ts';
import { type HunkText, hunkText } from './hunk-text.ts';
import { LazyProperty } from './lazy-property.ts';
import { countLineDiff, lineDiff, splitLines } from './line-diff.ts';
import type { ValueOf } from './shape.ts';
import * as shape from './shape.ts';
import { looseNumber, looseTexts } from './shapes.ts';

export interface Hunk extends HunkText {
  /** 1-based. Null if the log has no line numbers: patches and replacements say what, not where. */
  readonly oldStart: number | null;
  readonly oldLines: number;
  readonly newStart: number | null;
  readonly newLines: number;
  /** The position as the patch names it: text after `@@`. */
  readonly section?: string | undefined;
}

export type FileChange = 'added' | 'deleted' | 'modified';

/**
 * How a diff is known. `hunks`: the log has the hunks themselves. `content`: the log has the whole file, and hunks are made
 * from it. `input`: only the request is known, whether or not it was done.
 */
export type DiffBasis = 'hunks' | 'content' | 'input';

export interface FileDiff {
  readonly path: string;
  readonly movedTo?: string | undefined;
  readonly change: FileChange;
  readonly basis: DiffBasis;
  readonly hunks: readonly Hunk[];
  /** Null if the log does not say. */
  readonly linesAdded: number | null;
  readonly linesRemoved: number | null;
}

/** A diff whose lines are counted at once, and split into hunks on demand. */
export class LazyDiff extends LazyProperty<readonly Hunk[]> implements FileDiff {
  readonly path: string;
  declare readonly movedTo?: string;
  readonly change: FileChange;
  readonly basis: DiffBasis;
  declare readonly hunks: readonly Hunk[];
  readonly linesAdded: number | null;
  readonly linesRemoved: number | null;

  constructor(diff: Omit<FileDiff, 'hunks'>, hunks: () => readonly Hunk[]) {
    super('hunks', hunks);
    this.path = diff.path;
    if (diff.movedTo !== undefined) this.movedTo = diff.movedTo;
    this.change = diff.change;
    this.basis = diff.basis;
    this.linesAdded = diff.linesAdded;
    this.linesRemoved = diff.linesRemoved;
  }
}

export interface LineCounts {
  readonly added: number;
  readonly removed: number;
  readonly kept: number;
  /** Lines with a first character that diffs do not have. */
  readonly odd: number;
}

export function countHunkLines(lines: readonly string[]): LineCounts {
  let added = 0;
  let removed = 0;
  let kept = 0;
  let odd = 0;
  for (const line of lines) {
    const mark = line.charCodeAt(0);
    if (mark === 43) added++;
    else if (mark === 45) removed++;
    else if (mark === 32) kept++;
    else if (mark !== 92) odd++;
  }
  return { added, removed, kept, odd };
}

const rawHunk = shape.object({
  oldStart: looseNumber,
  oldLines: looseNumber,
  newStart: looseNumber,
  newLines: looseNumber,
  lines: looseTexts,
});

type RawHunk = ValueOf<typeof rawHunk>;

/** Whether it can be a line number. */
function isLineNumber(value: number | undefined): value is number {
  return value !== undefined && Number.isSafeInteger(value) && value >= 0;
}

function isWhole(hunk: RawHunk): hunk is RawHunk & Hunk {
  const { oldStart, oldLines, newStart, newLines } = hunk;
  return isLineNumber(oldStart) && isLineNumber(oldLines) && isLineNumber(newStart) && isLineNumber(newLines);
}

function wholeHunk(hunk: RawHunk): Hunk {
  const text = hunkText(hunk.lines);
  if (isWhole(hunk)) return text.lines === hunk.lines ? hunk : { ...hunk, ...text };
  const counts = countHunkLines(text.lines);
  const { oldStart, oldLines, newStart, newLines } = hunk;
  return {
    oldStart: isLineNumber(oldStart) ? oldStart : null,
    oldLines: isLineNumber(oldLines) ? oldLines : counts.kept + counts.removed,
    newStart: isLineNumber(newStart) ? newStart : null,
    newLines: isLineNumber(newLines) ? newLines : counts.kept + counts.added,
    ...text,
  };
}

/** Hunks as Claude Code writes them. Missing counts are computed; existing ones are kept, to be checked later. */
export const hunkList = shape.array(rawHunk).transform((hunks): readonly Hunk[] => hunks.map(wholeHunk));

/** A diff whose hunks are known. */
export function diffOfHunks(
  path: string,
  hunks: readonly Hunk[],
  rest: { change?: FileChange; basis?: DiffBasis; movedTo?: string | undefined } = {},
): FileDiff {
  let linesAdded = 0;
  let linesRemoved = 0;
  for (const hunk of hunks) {
    const counts = countHunkLines(hunk.lines);
    linesAdded += counts.added;
    linesRemoved += counts.removed;
  }
  const change = rest.change ?? 'modified';
  const basis = rest.basis ?? 'hunks';
  return rest.movedTo === undefined
    ? { path, change, basis, hunks, linesAdded, linesRemoved }
    : { path, movedTo: rest.movedTo, change, basis, hunks, linesAdded, linesRemoved };
}

function wholeFileHunks(content: string, mark: '+' | '-'): readonly Hunk[] {
  const text = hunkText(splitLines(content).map((line) => mark + line));
  if (text.lines.length === 0) return [];
  const there = { start: 1, lines: text.lines.length };
  const gone = { start: 0, lines: 0 };
  const [before, after] = mark === '+' ? [gone, there] : [there, gone];
  return [{ oldStart: before.start, oldLines: before.lines, newStart: after.start, newLines: after.lines, ...text }];
}

/** A created file, from its content. */
export function diffOfCreation(path: string, content: string, lines = countLines(content)): FileDiff {
  const counted = { path, change: 'added', basis: 'content', linesAdded: lines, linesRemoved: 0 } as const;
  return new LazyDiff(counted, () => wholeFileHunks(content, '+'));
}

/** A deleted file, from its previous content; without content only the fact is known. */
export function diffOfDeletion(path: string, content: string | undefined): FileDiff {
  if (content === undefined) {
    return { path, change: 'deleted', basis: 'input', hunks: [], linesAdded: 0, linesRemoved: null };
  }
  const linesRemoved = countLines(content);
  const counted = { path, change: 'deleted', basis: 'content', linesAdded: 0, linesRemoved } as const;
  return new LazyDiff(counted, () => wholeFileHunks(content, '-'));
}

/** Content that was requested to be written: the previous content, if any, is not known. */
export function diffOfWriting(path: string, content: string, change: 'added' | 'modified' = 'added'): FileDiff {
  // All lines, if the file is new; for an existing file, it is not known how many stayed.
  const linesAdded = change === 'added' ? countLines(content) : null;
  return new LazyDiff({ path, change, basis: 'input', linesAdded, linesRemoved: null }, () =>
    wholeFileHunks(content, '+').map((hunk): Hunk => ({ ...hunk, oldStart: null, newStart: null })),
  );
}

export interface Replacement {
  readonly oldText: string;
  readonly newText: string;
  readonly everywhere: boolean;
}

/** A replacement as a hunk, position unknown. */
function hunkOfReplacement({ oldText, newText }: Replacement): Hunk {
  const text = hunkText(lineDiff(oldText, newText));
  const { added, removed, kept } = countHunkLines(text.lines);
  return { oldStart: null, oldLines: kept + removed, newStart: null, newLines: kept + added, ...text };
}

/** Replacing all occurrences has unknown counts. */
function countReplacements(replacements: readonly Replacement[]): Pick<FileDiff, 'linesAdded' | 'linesRemoved'> {
  let linesAdded = 0;
  let linesRemoved = 0;
  for (const { oldText, newText, everywhere } of replacements) {
    if (everywhere) return { linesAdded: null, linesRemoved: null };
    const { added, removed } = countLineDiff(oldText, newText);
    linesAdded += added;
    linesRemoved += removed;
  }
  return { linesAdded, linesRemoved };
}

/** The request of replacements: one hunk each. */
export function diffOfReplacements(path: string, replacements: readonly Replacement[]): FileDiff {
  const change = replacements.length === 1 && replacements[0]?.oldText === '' ? 'added' : 'modified';
  const { linesAdded, linesRemoved } = countReplacements(replacements);
  return new LazyDiff({ path, change, basis: 'input', linesAdded, linesRemoved }, () =>
    replacements.map(hunkOfReplacement),
  );
}

const NO_PROBLEMS: readonly Problem[] = [];

/** Finds recorded hunks that contradict themselves: counts in the header against lines in the body. */
export function checkDiff(diff: FileDiff): readonly Problem[] {
  if (diff.basis !== 'hunks') return NO_PROBLEMS;
  const problems: Problem[] = [];
  if (diff.linesAdded === null) {
    problems.push(problem('diff-unreadable', 'The log holds a diff of this file that has no hunks.'));
  }
  for (const [at, hunk] of diff.hunks.entries()) {
    const counts = countHunkLines(hunk.lines);
    if (counts.odd > 0) {
      problems.push(
        problem('hunk-line-unmarked', 'A hunk holds lines that are neither kept, removed nor added.', {
          params: { hunk: at, lines: counts.odd },
        }),
      );
    } else if (hunk.oldLines !== counts.kept + counts.removed || hunk.newLines !== counts.kept + counts.added) {
      problems.push(
        problem('hunk-counts-disagree', 'A hunk holds other numbers of lines than its head says.', {
          params: {
            hunk: at,
            oldSaid: hunk.oldLines,
            oldHeld: counts.kept + counts.removed,
            newSaid: hunk.newLines,
            newHeld: counts.kept + counts.added,
          },
        }),
      );
    }
  }
  return problems;
}

/** The same for several files. */
export function checkDiffs(diffs: readonly FileDiff[]): readonly Problem[] {
  const first = diffs[0];
  if (first === undefined) return NO_PROBLEMS;
  return diffs.length === 1 ? checkDiff(first) : diffs.flatMap(checkDiff);
}

/** Totals over files; null as soon as one of them is unknown. */
export function totalLines(files: readonly FileDiff[]): { added: number | null; removed: number | null } {
  let added: number | null = 0;
  let removed: number | null = 0;
  for (const file of files) {
    added = added === null || file.linesAdded === null ? null : added + file.linesAdded;
    removed = removed === null || file.linesRemoved === null ? null : removed + file.linesRemoved;
  }
  return { added, removed };
}

/** "+3 −1"; a side that is zero or unknown is left out. */
export function changeText({ added, removed }: { added: number | null; removed: number | null }): string {
  const came = added !== null && added > 0 ? `+${added}` : '';
  const went = removed !== null && removed > 0 ? `−${removed}` : '';
  return came !== '' && went !== '' ? `${came} ${went}` : came + went;
}
