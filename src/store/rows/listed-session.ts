// A session as lists show it, from a row of either engine.

import { flag, integer, integerOrNull, type Row, text, textOrNull } from '../../base/row.ts';
import type { InsightBrief } from '../../model/insight-row.ts';
import type { SessionRow } from '../questions/sessions.ts';

function insightsOf(row: Row): InsightBrief | null {
  const ending = textOrNull(row, 'ending');
  if (ending === null) return null;
  return {
    ending,
    rule: text(row, 'rule'),
    wallMs: integer(row, 'wall_ms'),
    activeMs: integer(row, 'active_ms'),
    costUsd: integerOrNull(row, 'cost_usd'),
    costBasis: text(row, 'cost_basis'),
    openFailures: integer(row, 'open_failures'),
    hiddenFailures: integer(row, 'hidden_failures'),
  };
}

/** An engine without machines has no such column. */
function machineOf(row: Row): Pick<SessionRow, 'machine'> {
  const machine = row['machine'];
  return typeof machine === 'string' ? { machine } : {};
}

export function listedSession(row: Row): SessionRow {
  return {
    agent: text(row, 'agent'),
    id: text(row, 'id'),
    project: textOrNull(row, 'project'),
    title: textOrNull(row, 'title'),
    branch: textOrNull(row, 'branch'),
    version: textOrNull(row, 'version'),
    model: textOrNull(row, 'model'),
    startedAt: integerOrNull(row, 'started_at'),
    lastAt: integerOrNull(row, 'last_at'),
    live: flag(row, 'live'),
    calls: integer(row, 'calls'),
    failures: integer(row, 'failures'),
    masked: integer(row, 'masked'),
    running: integer(row, 'running'),
    tokens: {
      input: integer(row, 'tokens_input'),
      output: integer(row, 'tokens_output'),
      cacheRead: integer(row, 'tokens_cache_read'),
      cacheWrite: integer(row, 'tokens_cache_write'),
    },
    files: integer(row, 'files'),
    bytes: integer(row, 'bytes'),
    ...machineOf(row),
    isUnread: flag(row, 'unread'),
    insights: insightsOf(row),
  };
}
