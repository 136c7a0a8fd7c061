// Answers "what is known about this session besides its calls?": what it says about itself, and its files.

import { integer, integerOrNull, text, textOrNull } from '../../base/row.ts';
import { sessionKey } from '../../base/session-key.ts';
import { addsUp } from '../../model/ledger.ts';
import type { SessionDetail, SessionFile, SessionSource } from '../questions/sessions.ts';
import { ledgerOf } from '../rows/ledger-text.ts';
import { sessionFile } from '../rows/session-file.ts';
import type { SessionKey } from '../session-batch.ts';
import { joinConditions } from './condition.ts';
import type { Dialect } from './engine.ts';
import { ask, askOne, type Steps } from './steps.ts';

/** `session` is the key of its row. */
export function* sessionDetail(session: number): Steps<SessionDetail | undefined> {
  const row = yield* askOne('SELECT detail FROM sessions WHERE pk = ?', session);
  // Our own data: the schema's version guarantees its shape.
  return row === undefined ? undefined : JSON.parse(text(row, 'detail'));
}

/** Names of its files, by number. */
export function* sessionPaths({ logPath }: Dialect, session: number): Steps<ReadonlyMap<number, string>> {
  const rows = yield* ask(
    `SELECT f.num, ${logPath} AS path FROM sources f WHERE f.session_pk = ? ORDER BY f.num`,
    session,
  );
  return new Map(rows.map((row) => [integer(row, 'num'), text(row, 'path')]));
}

export function* sessionSources(dialect: Dialect, key: SessionKey): Steps<readonly SessionSource[]> {
  const named = dialect.isNamed(key);
  const rows = yield* ask(
    `SELECT f.num, ${dialect.logPath} AS path, f.thread, f.bytes, f.modified_at, f.gone_at, f.ledger
     FROM sessions s JOIN sources f ON f.session_pk = s.pk WHERE ${named.sql} ORDER BY f.num`,
    ...named.values,
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

/** Sessions per statement. */
const AT_ONCE = 50;

export function* sessionFiles(
  dialect: Dialect,
  keys: readonly SessionKey[],
): Steps<readonly (readonly SessionFile[])[]> {
  const found = new Map<string, SessionFile[]>();
  for (let from = 0; from < keys.length; from += AT_ONCE) {
    const named = joinConditions(keys.slice(from, from + AT_ONCE).map(dialect.isNamed), 'OR');
    const rows = yield* ask(
      `SELECT s.agent, s.id, ${dialect.logPath} AS path, f.modified_at, f.gone_at IS NOT NULL AS is_gone,
         f.ledger IS NOT NULL AS is_log
       FROM sessions s JOIN sources f ON f.session_pk = s.pk WHERE ${named.sql} ORDER BY f.session_pk, f.num`,
      ...named.values,
    );
    for (const row of rows) {
      const name = sessionKey(text(row, 'agent'), text(row, 'id'));
      const files = found.get(name) ?? [];
      found.set(name, files);
      files.push(sessionFile(row));
    }
  }
  return keys.map(({ agent, id }) => found.get(sessionKey(agent, id)) ?? []);
}
