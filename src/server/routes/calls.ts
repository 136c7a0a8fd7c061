// Calls that match a filter, over all sessions, page by page.

import { CALL_SORTS, type CallOrder, NEWEST_FIRST } from '../../store/questions/call-order.ts';
import { packCursor, unpackCursor } from '../cursor.ts';
import type { HandlerOf } from '../handler.ts';
import { pageSize, questionOf } from '../question.ts';
import { wireCall } from '../shape/wire-call.ts';

const USUAL = 100;
const MOST = 1000;

/** `ms`: shortest first; `-ms`: longest first. */
function orderOf(sort: string | undefined): CallOrder {
  const by = CALL_SORTS.find((name) => name === sort?.replace('-', ''));
  return by === undefined ? NEWEST_FIRST : { by, isDown: sort?.startsWith('-') ?? false };
}

export const calls: HandlerOf<'calls'> = async (asked) => {
  const { library, query } = asked;
  const [value, key] = unpackCursor(query.cursor, ['string', 'number']) ?? [];
  const after = key === undefined ? null : { value: String(value), key: Number(key) };
  const limit = pageSize(query.limit, USUAL, MOST);
  const order = orderOf(query.sort);
  const page = await library.questions.calls.page(questionOf(query.filter, asked), { limit, after, order });
  return {
    calls: page.calls.map(({ call, pathOf }) => wireCall(call, pathOf)),
    next: page.next === null ? null : packCursor([page.next.value, page.next.key]),
  };
};
