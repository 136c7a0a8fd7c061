// Owns reading a hook's row.

import type { HookOutcome } from '../../model/observation.ts';
import type { HookRun } from '../../model/tool-call.ts';
import { oneOf } from '../index/one-of.ts';
import { integer, integerOrNull, type Row, text, textOrNull } from '../row.ts';

const OUTCOMES = [
  'started',
  'ok',
  'blocked',
  'failed-open',
  'cancelled',
  'decided',
  'context',
  'stopped',
] as const satisfies HookOutcome[];

export const HOOK_COLUMNS =
  'source, offset, line, length, event, name, command, outcome, exit_code, duration_ms, decision, message, at';

export function hookOf(row: Row): HookRun {
  return {
    event: text(row, 'event'),
    name: text(row, 'name'),
    command: textOrNull(row, 'command'),
    outcome: oneOf(OUTCOMES, text(row, 'outcome')),
    exitCode: integerOrNull(row, 'exit_code'),
    durationMs: integerOrNull(row, 'duration_ms'),
    decision: textOrNull(row, 'decision'),
    message: textOrNull(row, 'message'),
    at: integerOrNull(row, 'at'),
    ref: {
      source: integer(row, 'source'),
      line: integer(row, 'line'),
      offset: integer(row, 'offset'),
      length: integer(row, 'length'),
    },
  };
}
