// Answers what a text search needs to know about one session, and about its calls by id.

import { flag, text, textOrNull } from '../../base/row.ts';
import type { ToolCall } from '../../model/tool-call.ts';
import type { SearchedSession } from '../questions/search.ts';
import type { SessionDetail } from '../questions/sessions.ts';
import { CallReader, type CallWords } from './call-reader.ts';
import type { Dialect } from './engine.ts';
import { rowsOfCall } from './one-call.ts';
import { sessionRef } from './session-keys.ts';
import { askOne, type Steps } from './steps.ts';

/** By the key of its row. */
export function* searchedSession(session: number): Steps<SearchedSession | undefined> {
  const row = yield* askOne('SELECT title, project, lineage, rank, live, detail FROM sessions WHERE pk = ?', session);
  if (row === undefined) return undefined;
  // Our own data: the schema's version guarantees its shape.
  const { fields, threads }: SessionDetail = JSON.parse(text(row, 'detail'));
  return {
    title: textOrNull(row, 'title'),
    project: textOrNull(row, 'project'),
    lineage: textOrNull(row, 'lineage'),
    rank: text(row, 'rank'),
    live: flag(row, 'live'),
    fields,
    threads,
  };
}

/** Every occurrence: mostly one. */
export function* callsOfId(
  dialect: Dialect,
  words: CallWords,
  session: number,
  callId: string,
): Steps<readonly ToolCall[]> {
  const ref = yield* sessionRef(dialect, session);
  const rows = ref === undefined ? [] : yield* rowsOfCall(dialect, ref, callId);
  return (yield* new CallReader(dialect, words).read(rows)).map(({ call }) => call);
}
