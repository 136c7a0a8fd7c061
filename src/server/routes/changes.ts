// What a session changed in the end: as a list of diffs, and as one patch.

import type { NetChanges, NetFileOnWire } from '../../api/wire/changes.ts';
import { AppError } from '../../base/app-error.ts';
import type { ToolCall } from '../../model/tool-call.ts';
import { ELSEWHERE } from '../../net-diff/net-file.ts';
import { type PatchNames, patchText } from '../../net-diff/patch-text.ts';
import { DOUBTS, NOTES } from '../../net-diff/remarks.ts';
import type { ChangedFile } from '../../net-diff/session-changes.ts';
import { sharedChanges } from '../../net-diff/shared-patch.ts';
import { findSession } from '../find-session.ts';
import type { HandlerOf } from '../handler.ts';
import { netChangesOf } from '../net-changes.ts';
import { type PathOf, placeOf } from '../shape/place.ts';
import { linesOf } from '../share/session-redactor.ts';

/** Limits on all diffs together, and on one file among them, in characters. A file requested alone may use it all. */
const ALL_BUDGET = 3_000_000;
const FILE_BUDGET = 300_000;

function wanted(files: readonly ChangedFile[], path: string | undefined): readonly ChangedFile[] {
  if (path === undefined || path === '') return files;
  const found = files.filter((file) => file.path === path || file.movedTo === path);
  if (found.length === 0) throw new AppError('not-found', 'The session did not change this file.');
  return found;
}

function fileOnWire(file: ChangedFile, budget: number): NetFileOnWire {
  let left = budget;
  const hunks: NetFileOnWire['hunks'] = [];
  let linesLeftOut = 0;
  const elsewhere = { linesAdded: 0, linesRemoved: 0 };
  for (const { by, lines, oldStart, oldLines, newStart, newLines } of file.hunks) {
    if (by.length > 0 && by.every((call) => call === ELSEWHERE)) {
      elsewhere.linesAdded += lines.filter((line) => line.startsWith('+')).length;
      elsewhere.linesRemoved += lines.filter((line) => line.startsWith('-')).length;
    }
    const length = lines.reduce((sum, line) => sum + line.length + 3, 0);
    if (length > left) linesLeftOut += lines.length;
    else {
      left -= length;
      const calls = by.filter((call) => call !== ELSEWHERE);
      const isShared = calls.length < by.length;
      hunks.push({ oldStart, oldLines, newStart, newLines, lines: [...lines], calls, elsewhere: isShared });
    }
  }
  const { path, movedTo, change, linesAdded, linesRemoved, calls, notes, doubt } = file;
  return {
    path,
    movedTo: movedTo ?? null,
    change,
    hunks,
    linesAdded,
    linesRemoved,
    elsewhere,
    calls: [...calls],
    notes: notes.map(({ code, call }) => ({ code, message: NOTES[code], call })),
    doubt: doubt === null ? null : { ...doubt, message: DOUBTS[doubt.code] },
    linesLeftOut,
  };
}

export const sessionChanges: HandlerOf<'sessionChanges'> = async (asked) => {
  const { parts, query, library } = asked;
  const { calls, files, pathOf } = await netChangesOf(library, await findSession(library, parts), asked.signal);
  const shown = wanted(files, query.path);
  let left = ALL_BUDGET;
  const onWire = shown.map((file) => {
    const made = fileOnWire(file, shown.length === 1 ? ALL_BUDGET : Math.min(left, FILE_BUDGET));
    for (const { lines } of made.hunks) for (const line of lines) left -= line.length + 3;
    return made;
  });
  const { agent, session } = parts;
  return {
    agent,
    session,
    title: await library.questions.sessions.title({ agent, id: session }),
    calls: calls.map((call) => callOnWire(call, pathOf)),
    files: onWire,
  };
};

function callOnWire(call: ToolCall, pathOf: PathOf): NetChanges['calls'][number] {
  const { callId, occurrence, tool, toolId, summary, status, endedAt, requestedAt } = call;
  const place = placeOf(call.bodies.input, pathOf);
  return { callId, occurrence, tool, toolId, summary, status, at: endedAt ?? requestedAt, place };
}

/** A masked patch for others. The owner's own patch is applied where it was made, and stays as it is. */
async function sharedPatch(files: readonly ChangedFile[], names: PatchNames, mask: readonly string[]): Promise<string> {
  const { openRedactor } = await import('../../redaction/open-redactor.ts');
  const redactor = openRedactor({ paths: names.project === null ? [] : [names.project], mask });
  const hides = (text: string): boolean => redactor.find(Buffer.from(text)).length > 0;
  const { files: shared, remarks } = sharedChanges(files, names.project, hides);
  const patch = patchText(shared, names).replace(/^#.*$/gm, (remark) => redactor.redactText(remark));
  return remarks.map((remark) => `${redactor.redactText(remark)}\n`).join('') + patch;
}

export const sessionPatch: HandlerOf<'sessionPatch'> = async (asked) => {
  const { library, parts, signal } = asked;
  const { calls, files, project } = await netChangesOf(library, await findSession(library, parts), signal);
  const callName = (call: number): string => calls[call]?.callId ?? '';
  const shown = wanted(files, asked.query.path);
  const names = { project, callName };
  const body =
    asked.query.redact === '1' ? await sharedPatch(shown, names, linesOf(asked.query.mask)) : patchText(shown, names);
  return { body, type: 'text/plain; charset=utf-8', saveAs: asked.query.download === '1' ? 'session.patch' : null };
};
