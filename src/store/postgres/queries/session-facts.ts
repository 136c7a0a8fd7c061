// Answers "what is known of this session besides its calls?": what it says of itself, and its files. `session` is the key of its row.

import { integer, integerOrNull, text, textOrNull } from '../../../base/row.ts';
import { addsUp } from '../../../model/ledger.ts';
import type { SessionDetail, SessionSource } from '../../questions/sessions.ts';
import { ledgerOf } from '../../rows/ledger-text.ts';
import type { Statements } from '../database/statement.ts';
import { ask, askOne } from './condition.ts';
import { logPath } from './log-path.ts';

export async function sessionDetail(on: Statements, session: number): Promise<SessionDetail | undefined> {
  const row = await askOne(on, 'SELECT detail FROM sessions WHERE pk = ?::int8', session);
  // Our own words: the schema's version vouches for their shape.
  return row === undefined ? undefined : JSON.parse(text(row, 'detail'));
}

export async function sessionSources(on: Statements, session: number): Promise<SessionSource[]> {
  const rows = await ask(
    on,
    `SELECT f.num, ${logPath('f')} AS path, f.thread, f.bytes, f.modified_at, f.gone_at, f.ledger FROM sources f
     WHERE f.session_pk = ?::int8 ORDER BY f.num`,
    session,
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
