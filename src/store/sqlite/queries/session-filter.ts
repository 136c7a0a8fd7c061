// Filters about sessions alone: each session is decided by itself, whether it made a call or not.

import { integer } from '../../../base/row.ts';
import type { Filter, TermNode } from '../../../model/filter/filter.ts';
import { fittingNames, fittingNumbers } from '../../../model/filter/term-test.ts';
import type { Database } from '../../../sqlite/database.ts';
import { SESSION_KEYS } from '../../rows/fact-test.ts';
import { sessionsWhere, sessionsWith } from './session-sets.ts';

function termMembers(database: Database, { key, values }: TermNode): Uint8Array | undefined {
  const column = key === 'agent' ? 'agent' : SESSION_KEYS[key];
  if (column !== undefined) return sessionsWhere(database, column, fittingNames(key, values));
  if (key === 'tokens') return sessionsWithTokens(database, fittingNumbers(values));
  const isLive = key === 'is' && values.every((value) => value.type === 'exact' && value.value === 'live');
  return isLive ? sessionsWith(database, 'live = 1') : undefined;
}

/** By the sum shown in lists of sessions. */
function sessionsWithTokens(database: Database, fits: (tokens: number) => boolean): Uint8Array {
  const members = sessionsWith(database, 'false');
  const sum = 's.tokens_input + s.tokens_output + s.tokens_cache_read + s.tokens_cache_write';
  const sums = database.query(`SELECT s.pk, ${sum} AS tokens FROM sessions s`, (row) => {
    if (fits(integer(row, 'tokens'))) members[integer(row, 'pk')] = 1;
  });
  sums.all();
  return members;
}

/** Matching sessions, one mark per key. Undefined if the filter is about calls. */
export function sessionFilter(database: Database, filter: Filter): Uint8Array | undefined {
  switch (filter.type) {
    case 'all':
      return sessionsWith(database, 'true');
    case 'term':
      return termMembers(database, filter);
    case 'not': {
      const all = sessionsWith(database, 'true');
      return sessionFilter(database, filter.item)?.map((mark, key) => (all[key] ?? 0) - mark);
    }
    case 'and':
    case 'or': {
      const sides: Uint8Array[] = [];
      for (const item of filter.items) {
        const side = sessionFilter(database, item);
        if (side === undefined) return undefined;
        sides.push(side);
      }
      const holds = (key: number): boolean =>
        filter.type === 'and' ? sides.every((side) => side[key] === 1) : sides.some((side) => side[key] === 1);
      return sides[0]?.map((_, key) => Number(holds(key)));
    }
    case 'text':
    case 'regex':
      return undefined;
  }
}
