// A call's row of facts: its numbers, and the step of its duration.

import { asNumber, asObject, parseJson } from '../../../base/json.ts';
import { integerOrNull, type Row, text, textOrNull } from '../../../base/row.ts';
import { waitMsOf } from '../../../model/call-times.ts';
import { stepOf } from '../../questions/span-counts.ts';
import type { CallNumbers, ColumnFacts } from '../../rows/call-numbers.ts';
import { sumWeek } from '../database/fact-times.ts';
import type { Given } from '../database/statement.ts';
import type { RowSink } from './row-sink.ts';

export const FACT_COLUMNS = [
  'week',
  'session_pk',
  'pk',
  'tool',
  'outcome',
  'model',
  'at',
  'ms',
  'step',
  'measure',
  'bytes',
  'tokens',
  'path',
  'file',
  'more_files',
  'added',
  'removed',
  'exit',
  'permission',
  'flags',
  'recovery',
  'masked',
  'wait',
] as const;

/** Adds a call's row. The week of its time is stale from then on: a trigger that looks at new rows would have COPY add them one by one. */
export function addFact(
  sink: RowSink,
  home: { readonly week: number; readonly pk: number },
  pk: number,
  numbers: CallNumbers,
): void {
  sink.mark('stale_weeks', 'at_week', sumWeek(numbers.at));
  sink.add('facts', FACT_COLUMNS, factValues(home, pk, numbers));
}

/** The values of FACT_COLUMNS. */
function factValues(home: { readonly week: number; readonly pk: number }, pk: number, numbers: CallNumbers): Given[] {
  return [
    home.week,
    home.pk,
    pk,
    numbers.tool,
    numbers.outcome,
    numbers.model,
    numbers.at,
    numbers.ms,
    numbers.ms === null ? null : stepOf(numbers.ms),
    numbers.measure,
    numbers.bytes,
    numbers.tokens,
    numbers.path,
    numbers.file,
    numbers.moreFiles,
    numbers.added,
    numbers.removed,
    numbers.exit,
    numbers.permission,
    numbers.flags,
    numbers.recovery,
    numbers.masked,
    numbers.wait,
  ];
}

/** What its numbers are made of, from a whole row of calls: the same as from the call itself. */
export function factsOfRow(row: Row, agent: string): ColumnFacts {
  const parsed = parseJson(text(row, 'detail'));
  const detail = (parsed.ok ? asObject(parsed.value) : undefined) ?? {};
  const [facts, permission, masked] = [detail['f'], detail['pm'], detail['mk']].map(asObject);
  const word = (value: unknown): string => (typeof value === 'string' ? value : '');
  const decided =
    permission === undefined
      ? null
      : {
          decision: word(permission['decision']),
          by: word(permission['by']),
          at: asNumber(permission['at']) ?? null,
        };
  return {
    agent,
    tool: text(row, 'tool'),
    toolId: text(row, 'tool_id'),
    status: text(row, 'status'),
    blame: textOrNull(row, 'blame'),
    code: textOrNull(row, 'code'),
    model: textOrNull(row, 'model'),
    requestedAt: integerOrNull(row, 'requested_at'),
    endedAt: integerOrNull(row, 'ended_at'),
    ms: integerOrNull(row, 'ms'),
    basis: textOrNull(row, 'basis'),
    bound: textOrNull(row, 'bound'),
    bytes: integerOrNull(row, 'bytes'),
    tokens: integerOrNull(row, 'tokens'),
    path: textOrNull(row, 'path'),
    morePaths: typeof facts?.['paths'] === 'string' ? facts['paths'] : null,
    files: typeof facts?.['files'] === 'number' ? facts['files'] : null,
    added: integerOrNull(row, 'lines_added'),
    removed: integerOrNull(row, 'lines_removed'),
    exitCode: integerOrNull(row, 'exit_code'),
    permission: decided,
    waitMs: waitMsOf(decided, integerOrNull(row, 'requested_at')),
    isMain: row['thread'] === 'main',
    isBackground: detail['bg'] !== undefined,
    hasProblem: detail['pb'] !== undefined,
    hasHooks: detail['h'] !== undefined,
    masked: masked === undefined ? null : { code: word(masked['code']), blame: word(masked['blame']) },
  };
}
