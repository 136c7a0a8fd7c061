// Answers "which calls fit?": over all sessions, page by page.

import { packCursor, unpackCursor } from '../cursor.ts';
import type { HandlerOf } from '../handler.ts';
import { pageSize, questionOf } from '../question.ts';
import { callFacts } from '../shape/call-facts.ts';

const USUAL = 100;
const MOST = 1000;

export const calls: HandlerOf<'calls'> = async (asked) => {
  const { library, query } = asked;
  const [at, key] = unpackCursor(query.cursor, ['string', 'number']) ?? [];
  const after = key === undefined ? null : { at: at === '' ? null : Number(at), key: Number(key) };
  const limit = pageSize(query.limit, USUAL, MOST);
  const page = await library.questions.calls.page(questionOf(query.filter, asked), { limit, after });
  return {
    calls: page.calls.map(({ call, pathOf }) => callFacts(call, pathOf)),
    next: page.next === null ? null : packCursor([page.next.at === null ? '' : String(page.next.at), page.next.key]),
  };
};
