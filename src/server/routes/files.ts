// Which files were touched, and the history of one file, call by call.

import type { FileTouch } from '../../api/wire/library.ts';
import { allTouchedFiles, type TouchedFile, touchedFiles } from '../../library/touched-files.ts';
import { namesOf } from '../../model/whole-path.ts';
import { displayParts } from '../../reading/display-parts.ts';
import { openCallWith } from '../../reading/open-call.ts';
import { BodyReader } from '../../sources/body-reader.ts';
import type { TouchingCall } from '../../store/questions/files.ts';
import { TOOL_TOUCHES } from '../../tools/traits.ts';
import { packCursor, pageOf, unpackCursor } from '../cursor.ts';
import { listOfPaths } from '../find-session.ts';
import type { HandlerOf } from '../handler.ts';
import { pageSize, questionOf } from '../question.ts';
import type { ServedLibrary } from '../served-library.ts';
import { ValueCutter } from '../shape/cut-value.ts';
import { placeOf } from '../shape/place.ts';

const USUAL_FILES = 500;
const MOST_FILES = 5000;
const USUAL_TOUCHES = 50;
const MOST_TOUCHES = 200;
/** Limit on one change, in characters: many are shown below each other. */
const DIFF_BUDGET = 60_000;

type Ranked = readonly [value: string | number, path: string];

/** Sort keys of files. */
const FILE_VALUES: Readonly<Record<string, (file: TouchedFile) => string | number>> = {
  path: () => 0,
  reads: (file) => file.reads,
  edits: (file) => file.edits,
  writes: (file) => file.writes,
  notMade: (file) => file.failures + file.refused,
  lines: (file) => (file.linesAdded ?? 0) + (file.linesRemoved ?? 0),
  sessions: (file) => file.sessions,
  last: (file) => file.lastAt ?? 0,
};

/**
 * One page of files in an order. The cursor names the last file and what it was sorted by, so that the next page begins
 * after it even when the list has changed.
 */
function filePage(all: readonly TouchedFile[], sort: string, cursor: string | undefined, limit: number) {
  const sign = sort.startsWith('-') ? -1 : 1;
  const fileValue = FILE_VALUES[sort.replace('-', '')] ?? (() => 0);
  const compare = ([x, a]: Ranked, [y, b]: Ranked): number => {
    if (x !== y) return x < y ? -sign : sign;
    return a === b ? 0 : (a < b ? -1 : 1) * (sort === '-path' ? -1 : 1);
  };
  const [value, path] = unpackCursor(cursor, ['number', 'string']) ?? [];
  const after: Ranked | undefined = value === undefined ? undefined : [value, String(path)];
  const left = all
    .map((file) => ({ file, rank: [fileValue(file), file.path] as const }))
    .filter(({ rank }) => after === undefined || compare(rank, after) > 0)
    .sort((a, b) => compare(a.rank, b.rank));
  const shown = left.slice(0, limit);
  const last = shown.at(-1);
  return { shown: shown.map(({ file }) => file), next: left.length > limit && last ? packCursor(last.rank) : null };
}

export const files: HandlerOf<'files'> = async (asked) => {
  const { library, query } = asked;
  const question = { ...questionOf(query.filter, asked), touches: TOOL_TOUCHES };
  const all = await allTouchedFiles(library.questions, question, library.openLog);
  const limit = pageSize(query.limit, USUAL_FILES, MOST_FILES);
  const { shown, next } = filePage(all, query.sort ?? '-last', query.cursor, limit);
  return {
    files: shown.map((file) => ({
      path: file.path,
      reads: file.reads,
      edits: file.edits,
      writes: file.writes,
      notMade: file.failures + file.refused,
      linesAdded: file.linesAdded,
      linesRemoved: file.linesRemoved,
      sessions: file.sessions,
      lastAt: file.lastAt,
    })),
    next,
  };
};

async function touchOnWire(touch: TouchingCall, path: string, library: ServedLibrary): Promise<FileTouch[]> {
  const { questions, openLog } = library;
  const found = await questions.calls.get(touch);
  if (found === undefined) return [];
  const title = await questions.sessions.title({ agent: touch.agent, id: touch.session });
  const { call, paths } = found;
  const reader = new BodyReader(listOfPaths(paths), openLog);
  try {
    const opened = openCallWith(reader, call);
    const part = opened === undefined ? undefined : displayParts(call, opened).find(({ kind }) => kind === 'diff');
    const diff = part?.kind === 'diff' ? part : undefined;
    const own = diff?.files.filter((file) => namesOf(file, touch.project).includes(path)) ?? [];
    const [one] = own;
    const told: FileTouch = {
      agent: call.agent,
      session: call.session,
      callId: call.callId,
      occurrence: call.occurrence,
      tool: call.tool,
      toolId: call.toolId,
      summary: call.summary,
      at: touch.at,
      touch: touch.touch,
      status: call.status,
      linesAdded: one === undefined ? touch.linesAdded : one.linesAdded,
      linesRemoved: one === undefined ? touch.linesRemoved : one.linesRemoved,
      sessionTitle: title,
      place: placeOf(call.bodies.input, (source) => paths.get(source) ?? ''),
      diff: diff === undefined ? null : new ValueCutter('result', DIFF_BUDGET).cut({ ...diff, files: own }),
    };
    return [told];
  } finally {
    reader.close();
  }
}

/** Whether the file is among those of the call, where only the log can say. */
async function hasTouched(touch: TouchingCall, path: string, { questions, openLog }: ServedLibrary): Promise<boolean> {
  if (touch.files <= 1 && !namesOf(touch, touch.project).includes(path)) return false;
  if (touch.files === 1) return true;
  return (await touchedFiles([touch], questions, openLog)).some((file) => file.path === path);
}

export const fileHistory: HandlerOf<'fileHistory'> = async (asked) => {
  const { library, query } = asked;
  const { path } = query;
  const question = { ...questionOf(query.filter, asked), touches: TOOL_TOUCHES, file: path };
  const own: TouchingCall[] = [];
  for (const touch of await library.questions.files.touched(question)) {
    if (await hasTouched(touch, path, library)) own.push(touch);
  }
  own.sort((a, b) => (a.at ?? 0) - (b.at ?? 0));
  const { shown, next } = pageOf(own, query.cursor, pageSize(query.limit, USUAL_TOUCHES, MOST_TOUCHES));
  const touches: FileTouch[] = [];
  for (const touch of shown) touches.push(...(await touchOnWire(touch, path, library)));
  return { path, touches, next };
};
