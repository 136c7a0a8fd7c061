// Differences between archive and index, computed inside SQLite: loading thousands of rows of each, only to find them equal, took a
// quarter of a start with nothing new.

import { CorruptStore } from '../../base/corrupt-store.ts';
import { integer, type Row, text } from '../../base/row.ts';
import { sessionKey } from '../../base/session-key.ts';
import type { Database } from '../../sqlite/database.ts';
import type { LocalIndex } from '../../store/local-index.ts';

export interface ComparedSession {
  readonly agent: string;
  readonly session: string;
}

/**
 * A file is skipped when its copy agrees with the index; the caller decides whether another one is copied. A compressed log is covered
 * as a whole, any other as far as it was read.
 */
function uncopiedSql(without: readonly string[]): string {
  const isElsewhere = without.map((_, i) => `AND substr(f.path, 1, length(?${i + 1})) <> ?${i + 1}`);
  return `SELECT DISTINCT s.agent AS agent, s.id AS session
    FROM known.sources f JOIN known.sessions s ON s.pk = f.session_pk
    LEFT JOIN main.files c ON c.path = f.path AND c.replaced_at IS NULL
    WHERE f.gone_at IS NULL ${isElsewhere.join(' ')} AND CASE
      WHEN c.pk IS NULL THEN 1
      WHEN f.ledger IS NULL THEN c.size <> f.size OR c.modified_at <> f.modified_at OR c.bytes <> f.size
      ELSE c.bytes <> iif(f.path LIKE '%.zst', f.size, f.offset) OR c.head <> f.head OR c.tail <> f.tail
        OR (c.purged_at IS NULL AND c.size = f.size AND c.modified_at <> f.modified_at)
        OR c.agent <> s.agent OR c.session <> s.id OR c.thread <> f.thread
        OR c.started_at IS NOT f.started_at OR c.lineage IS NOT s.lineage
    END
    ORDER BY f.session_pk`;
}

const UNKNOWN = `SELECT DISTINCT c.agent AS agent, c.session AS session FROM main.files c WHERE NOT EXISTS
  (SELECT 1 FROM known.sessions s JOIN known.sources f ON f.session_pk = s.pk WHERE s.agent = c.agent AND s.id = c.session)`;

function comparedSession(row: Row): ComparedSession {
  return { agent: text(row, 'agent'), session: text(row, 'session') };
}

/** Whether the compared part of it can be read. */
function isReadable(archive: Database): boolean {
  try {
    archive.query('SELECT count(path) AS n FROM main.files NOT INDEXED', (row) => integer(row, 'n')).get();
    return true;
  } catch {
    return false;
  }
}

function beside<Result>(archive: Database, index: string, compare: () => Result): Result {
  archive.command('ATTACH ? AS known').run(index);
  try {
    return compare();
  } catch (error) {
    // Damage would be blamed on the archive, whichever of the two files has it. A good one must not be moved away.
    throw error instanceof CorruptStore && isReadable(archive) ? new CorruptStore(index, error) : error;
  } finally {
    archive.exec('DETACH known');
  }
}

/** All that have a file: the caller decides whether it is copied. */
function presentSessions(index: LocalIndex, without: readonly string[]): ComparedSession[] {
  const present = index
    .stamps()
    .filter(({ path, goneAt }) => goneAt === null && !without.some((start) => path.startsWith(start)))
    .map(({ agent, session }) => [sessionKey(agent, session), { agent, session }] as const);
  return [...new Map(present).values()];
}

/** Sessions of the index that may have an uncopied file. Paths that begin like one of `without` need no copy. */
export function uncopiedSessions(archive: Database, index: LocalIndex, without: readonly string[]): ComparedSession[] {
  if (index.path === null) return presentSessions(index, without);
  return beside(archive, index.path, () => archive.query(uncopiedSql(without), comparedSession).all(...without));
}

/** Sessions of the archive of which the index has no file. */
export function unknownSessions(archive: Database, index: LocalIndex): ComparedSession[] {
  if (index.path === null) {
    const kept = archive.query('SELECT DISTINCT agent, session FROM files', comparedSession).all();
    return kept.filter(({ agent, session }) => index.stampsOf(agent, session).length === 0);
  }
  return beside(archive, index.path, () => archive.query(UNKNOWN, comparedSession).all());
}
