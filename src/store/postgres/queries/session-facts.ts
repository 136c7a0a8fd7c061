// Answers "what is known of this session besides its calls?": what it says of itself, and its files. `session` is the key of its row.

import { integer, integerOrNull, text, textOrNull } from '../../../base/row.ts';
import { addsUp } from '../../../model/ledger.ts';
import type { SessionDetail, SessionFile, SessionSource } from '../../questions/sessions.ts';
import { ledgerOf } from '../../rows/ledger-text.ts';
import { sessionFile } from '../../rows/session-file.ts';
import type { SessionKey } from '../../session-batch.ts';
import type { Statements } from '../database/statement.ts';
import { ask, askOne } from './condition.ts';
import { logPath } from './log-path.ts';
import { IS_NAMED } from './session-keys.ts';

export async function sessionDetail(on: Statements, session: number): Promise<SessionDetail | undefined> {
  const row = await askOne(on, 'SELECT detail FROM sessions WHERE pk = ?::int8', session);
  // Our own words: the schema's version vouches for their shape.
  return row === undefined ? undefined : JSON.parse(text(row, 'detail'));
}

export async function sessionSources(on: Statements, { agent, id }: SessionKey): Promise<SessionSource[]> {
  const rows = await ask(
    on,
    `SELECT f.num, ${logPath('f')} AS path, f.thread, f.bytes, f.modified_at, f.gone_at, f.ledger
     FROM sessions s JOIN sources f ON f.session_pk = s.pk WHERE ${IS_NAMED} ORDER BY f.num`,
    agent,
    id,
    id,
  );
  return rows.map((row) => {
    const written = textOrNull(row, 'ledger');
    const ledger = written === null ? null : ledgerOf(written);
    return {
      num: integer(row, 'num'),
      path: text(row, 'path'),
      thread: text(row, 'thread'),
      bytes: integer(row, 'bytes'),
      modifiedAt: integer(row, 'modified_at'),
      isGone: integerOrNull(row, 'gone_at') !== null,
      ledger,
      addsUp: ledger === null || addsUp(ledger),
    };
  });
}

/** One statement for all of them. */
export async function sessionFiles(on: Statements, keys: readonly SessionKey[]): Promise<SessionFile[][]> {
  const found: SessionFile[][] = keys.map(() => []);
  const rows = await ask(
    on,
    `SELECT k.place, ${logPath('f')} AS path, f.modified_at, f.gone_at IS NOT NULL AS is_gone, f.ledger IS NOT NULL AS is_log
     FROM unnest(?::text[], ?::text[]) WITH ORDINALITY AS k (agent, id, place)
     JOIN sessions s ON s.agent = k.agent AND md5(s.id) = md5(k.id) AND s.id = k.id
     JOIN sources f ON f.session_pk = s.pk ORDER BY k.place, f.num`,
    keys.map(({ agent }) => agent),
    keys.map(({ id }) => id),
  );
  for (const row of rows) found[integer(row, 'place') - 1]?.push(sessionFile(row));
  return found;
}
