// Makes calls of an index hide a failure, whatever the rules say: through the index's own way of writing.

import { flag, integer, integerOrNull, text, textOrNull } from '../../src/base/row.ts';
import type { Failure } from '../../src/model/outcome.ts';
import type { ToolCall } from '../../src/model/tool-call.ts';
import type { SessionDetail } from '../../src/store/questions/sessions.ts';
import { CallReader } from '../../src/store/sql/call-reader.ts';
import { takeSteps } from '../../src/store/sqlite/index/take-steps.ts';
import { openIndex } from '../../src/store/sqlite/open-index.ts';
import { SQLITE_DIALECT, wordsOf } from '../../src/store/sqlite/queries/engine.ts';
import { SqliteIndex } from '../../src/store/sqlite/sqlite-index.ts';

export function masking(call: ToolCall, masked: Failure): ToolCall {
  const { source, line, offset, length } = call.bodies.content ?? call.bodies.input;
  const ref = { source, line, offset, length };
  return { ...call, masked: { ...masked, ref }, flags: [...call.flags, 'masks-failure'] };
}

/** `home` is the data folder; `masks` has the failures by the ids of the calls. */
export async function maskCalls(home: string, masks: Readonly<Record<string, Failure>>): Promise<void> {
  const { database } = openIndex(home);
  const index = new SqliteIndex(database);
  const rows = database.query('SELECT * FROM calls', (row) => row).all();
  const read = takeSteps(database, new CallReader(SQLITE_DIALECT, wordsOf(database)).read(rows));
  const calls = read.flatMap(({ row, call }) => {
    const masked = masks[call.callId];
    return masked === undefined ? [] : [{ session: integer(row, 'session_pk'), call: masking(call, masked) }];
  });
  const batchOf = database.query('SELECT * FROM sessions WHERE pk = ?', (row) => {
    const detail: SessionDetail = JSON.parse(text(row, 'detail'));
    return {
      ...detail,
      agent: text(row, 'agent'),
      id: text(row, 'id'),
      lineage: textOrNull(row, 'lineage'),
      isWhole: false,
      startedAt: integerOrNull(row, 'started_at'),
      lastAt: integerOrNull(row, 'last_at'),
      live: flag(row, 'live'),
    };
  });
  for (const { session, call } of calls) {
    const batch = batchOf.get(session);
    if (batch === undefined) throw new Error('A call without a session.');
    await index.commit({ ...batch, paths: [], sources: [], calls: [call], messages: [], hooks: [] });
  }
  await index.close();
}
