// The numbers of a call from its row: the same as from the call itself.

import { integerOrNull, type Row, text, textOrNull } from '../../../base/row.ts';
import { waitMsOf } from '../../../model/call-times.ts';
import type { ColumnFacts } from '../../rows/call-numbers.ts';

/** For rows `c` of calls and `s` of their sessions: what `factsOfRow` reads. */
export const COLUMN_SOURCE = `c.pk, c.session_pk, s.agent, s.project, c.tool, c.tool_id, c.status, c.blame, c.code, c.model,
  c.requested_at, c.ended_at, c.ms, c.basis, c.bound, c.bytes, c.tokens, c.path, c.lines_added, c.lines_removed,
  c.exit_code, c.thread, c.detail ->> '$.f.files' AS files, c.detail ->> '$.f.paths' AS more_paths, c.detail ->> '$.pm.decision' AS decision,
  c.detail ->> '$.pm.by' AS decider, c.detail ->> '$.pm.at' AS decided_at, (c.detail ->> '$.bg') IS NOT NULL AS is_background,
  (c.detail ->> '$.pb') IS NOT NULL AS has_problem, (c.detail ->> '$.h') IS NOT NULL AS has_hooks,
  c.detail ->> '$.mk.code' AS masked_code, c.detail ->> '$.mk.blame' AS masked_blame`;

export function factsOfRow(row: Row): ColumnFacts {
  const decision = textOrNull(row, 'decision');
  const permission =
    decision === null ? null : { decision, by: text(row, 'decider'), at: integerOrNull(row, 'decided_at') };
  const masked = textOrNull(row, 'masked_code');
  return {
    agent: text(row, 'agent'),
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
    morePaths: textOrNull(row, 'more_paths'),
    files: integerOrNull(row, 'files'),
    added: integerOrNull(row, 'lines_added'),
    removed: integerOrNull(row, 'lines_removed'),
    exitCode: integerOrNull(row, 'exit_code'),
    permission,
    waitMs: waitMsOf(permission, integerOrNull(row, 'requested_at')),
    isMain: row['thread'] === 'main',
    isBackground: row['is_background'] === 1,
    hasProblem: row['has_problem'] === 1,
    hasHooks: row['has_hooks'] === 1,
    masked: masked === null ? null : { code: masked, blame: text(row, 'masked_blame') },
  };
}
