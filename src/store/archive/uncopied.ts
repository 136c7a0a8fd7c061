// Owns the question which sessions of the index may have a file that is not copied. Both stores are compared where they
// lie: to bring thousands of rows of each over, only to find them equal, takes a third of a start with nothing new.

import type { Database } from '../database.ts';
import { text } from '../row.ts';

export interface UncopiedSession {
  readonly agent: string;
  readonly session: string;
}

/**
 * A file is passed over when its copy says of it all that the index says; whether another one is copied is for whoever asks
 * to decide. Of a compressed log all of the file is covered, of any other what was read.
 */
const SELECT = `SELECT DISTINCT s.agent AS agent, s.id AS session
  FROM known.sources f JOIN known.sessions s ON s.pk = f.session_pk
  LEFT JOIN main.files c ON c.path = f.path AND c.replaced_at IS NULL
  WHERE f.gone_at IS NULL AND (?1 IS NULL OR substr(f.path, 1, length(?1)) <> ?1) AND CASE
    WHEN c.pk IS NULL THEN 1
    WHEN f.ledger IS NULL THEN c.size <> f.size OR c.modified_at <> f.modified_at OR c.bytes <> f.size
    ELSE c.bytes <> iif(f.path LIKE '%.zst', f.size, f.offset) OR c.head <> f.head OR c.tail <> f.tail
      OR c.agent <> s.agent OR c.session <> s.id OR c.thread <> f.thread
      OR c.started_at IS NOT f.started_at OR c.lineage IS NOT s.lineage
  END
  ORDER BY f.session_pk`;

/** Files below `own`, if it is given, need no copy. */
export function uncopiedSessions(archive: Database, index: Database, own: string | null): UncopiedSession[] {
  archive.command('ATTACH ? AS known').run(index.path);
  try {
    const sessions = archive.query(SELECT, (row) => ({ agent: text(row, 'agent'), session: text(row, 'session') }));
    return sessions.all(own);
  } finally {
    archive.exec('DETACH known');
  }
}
