// What one call did to files, as steps of a net diff. Looks at the shape of typed inputs and results, never at a
// tool's name.

import { asArray, asObject, asString, atPointer, type JsonObject } from '../base/json.ts';
import type { ToolCall } from '../model/tool-call.ts';
import { displayParts, type FileDiff } from '../reading/display-parts.ts';
import type { OpenedCall } from '../reading/open-call.ts';
import { linesWithReturns } from '../tools/hunk-text.ts';
import type { Hunk, Replacement } from '../tools/hunks.ts';
import { splitLines } from '../tools/line-diff.ts';
import { FileLines } from './file-lines.ts';
import type { ChangeStep } from './net-file.ts';

export interface FileStep extends ChangeStep {
  readonly path: string;
  readonly movedTo: string | undefined;
}

/** A text that stays in the log, if the result refers to it. */
function referred(result: JsonObject | undefined, name: string, structured: unknown): string | null {
  const pointer = asString(asObject(result?.[name])?.['pointer']);
  return pointer === undefined ? null : (asString(atPointer(structured, pointer)) ?? null);
}

function isReplacement(value: unknown): value is Replacement {
  const one = asObject(value);
  return typeof one?.['oldText'] === 'string' && typeof one['newText'] === 'string' && 'everywhere' in one;
}

/** The content of a file from its hunks: all its lines were added, or all were removed. */
function contentOf({ basis, change, hunks }: FileDiff, wanted: 'added' | 'deleted'): string | null {
  if (basis !== 'content' || change !== wanted || hunks.some(({ isBroken }) => isBroken)) return null;
  return hunks.flatMap((hunk) => linesWithReturns(hunk).map((line) => `${line.slice(1)}\n`)).join('');
}

/** The file before, from the file after and the hunks between the two. */
function unpatched(after: string, hunks: readonly Hunk[]): string | null {
  if (hunks.length === 0 || hunks.some(({ newStart }) => newStart === null)) return null;
  const turned = hunks.map(({ oldStart, oldLines, newStart, newLines, lines, ...text }) => ({
    ...text,
    oldStart: newStart,
    oldLines: newLines,
    newStart: oldStart,
    newLines: oldLines,
    lines: lines.map((line) => (TURNED[line.charAt(0)] ?? line.charAt(0)) + line.slice(1)),
  }));
  const file = FileLines.of(splitLines(after));
  return file.applyPlaced(turned, 0) ? (file.texts() ?? []).map((line) => `${line}\n`).join('') : null;
}

const TURNED: Readonly<Record<string, string>> = { '+': '-', '-': '+' };

/** Empty hunks represent lines that the log does not have. */
const MISSING = { oldStart: null, oldLines: 0, newStart: null, newLines: 0, lines: [] };

interface Whole extends Pick<ChangeStep, 'before' | 'after' | 'replacements'> {
  /** Null: it is unknown whether the file existed before. */
  readonly isNew: unknown;
}

function stepOf(file: FileDiff, whole: Whole): Omit<FileStep, 'call' | 'isCertain'> {
  const { path, movedTo, basis, hunks } = file;
  const after = whole.after ?? contentOf(file, 'added');
  const change = file.change === 'added' && whole.isNew === null ? 'modified' : file.change;
  const isUnknown = hunks.length === 0 && (basis === 'input' || file.linesAdded === null) && movedTo === undefined;
  return {
    path,
    movedTo,
    change,
    hunks: isUnknown && whole.replacements.length === 0 ? [MISSING] : hunks,
    replacements: whole.replacements,
    before:
      whole.before ??
      contentOf(file, 'deleted') ??
      (after !== null && change === 'modified' && basis === 'hunks' ? unpatched(after, hunks) : null),
    after,
  };
}

/** A change of which only the file's name is known: its log is gone. */
export function unreadableStep(path: string, number: number): FileStep {
  const nothing = { replacements: [], before: null, after: null, movedTo: undefined };
  return { ...nothing, path, call: number, change: 'modified', isCertain: true, hunks: [MISSING] };
}

/** The steps of a call; none for what was only requested and not done. */
export function changeSteps(call: ToolCall, opened: OpenedCall, number: number): readonly FileStep[] {
  const part = displayParts(call, opened).find(({ kind }) => kind === 'diff');
  if (part?.kind !== 'diff' || part.state === 'proposed' || part.state === 'staged') return [];
  const { typed, structured } = opened;
  const result = asObject(typed.result);
  const isOne = part.files.length === 1;
  const isCertain = part.state === 'written';
  const replacements = (asArray(asObject(typed.input)?.['replacements']) ?? []).filter(isReplacement);
  const whole = {
    before: isOne ? referred(result, 'original', structured) : null,
    after: isOne ? (referred(result, 'updated', structured) ?? asString(result?.['content']) ?? null) : null,
    // What a person changed before it was written is not what was requested.
    replacements: isOne && result?.['userModified'] !== true ? replacements : [],
    isNew: result?.['created'],
  };
  return part.files.map((file) => ({ ...stepOf(file, whole), call: number, isCertain }));
}
