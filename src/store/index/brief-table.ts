// Owns keeping calls in brief up to date, inside the transactions that write the calls: a change touches the one chunk its
// call is in.

import type { ToolCall } from '../../model/tool-call.ts';
import type { Command, Database, Query } from '../database.ts';
import { blob, integer, textOrNull } from '../row.ts';
import { BriefChunk, CHUNK_BITS } from './brief-columns.ts';
import { BRIEF_SOURCE, type BriefFacts, briefOf, factsOfCall, factsOfRow } from './brief-row.ts';
import { SLOTS } from './packed-column.ts';
import { Words } from './words.ts';

interface StoredCall {
  readonly pk: number;
  readonly session: number;
  readonly project: string | null;
  readonly isCopy: boolean;
  readonly facts: BriefFacts;
}

export class BriefTable {
  readonly #words: Words;
  readonly #load: Query<Uint8Array>;
  readonly #save: Command;
  readonly #delete: Command;
  readonly #keys: Query<number>;
  readonly #calls: Query<StoredCall>;
  readonly #touched = new Map<number, BriefChunk>();

  constructor(database: Database) {
    this.#words = new Words(database);
    this.#load = database.query('SELECT body FROM briefs WHERE chunk = ?', (row) => blob(row, 'body'));
    this.#save = database.command('INSERT OR REPLACE INTO briefs (chunk, body) VALUES (?, ?)');
    this.#delete = database.command('DELETE FROM briefs WHERE chunk = ?');
    this.#keys = database.query('SELECT pk FROM calls WHERE session_pk = ?', (row) => integer(row, 'pk'));
    this.#calls = database.query(
      `SELECT ${BRIEF_SOURCE}, c.copy_of IS NOT NULL AS is_copy FROM calls c CROSS JOIN sessions s ON s.pk = c.session_pk
       WHERE c.session_pk = ?`,
      (row) => ({
        pk: integer(row, 'pk'),
        session: integer(row, 'session_pk'),
        project: textOrNull(row, 'project'),
        isCopy: row['is_copy'] === 1,
        facts: factsOfRow(row),
      }),
    );
  }

  /** After a call was written that is no copy. `project` is the folder that its session's relative paths start from. */
  put(pk: number, session: number, call: ToolCall, project: string | null): void {
    this.#put(pk, session, factsOfCall(call), project);
  }

  /** After a call was deleted, or became a copy. */
  drop(pk: number): void {
    this.#chunk(pk).set(pk % SLOTS, {});
  }

  /** Before all calls of a session are deleted. */
  dropSession(session: number): void {
    for (const pk of this.#keys.all(session)) this.drop(pk);
  }

  /** From the rows: after something changed that all calls of a session depend on. */
  refresh(session: number): void {
    for (const { pk, project, isCopy, facts } of this.#calls.each(session)) {
      if (isCopy) this.drop(pk);
      else this.#put(pk, session, facts, project);
    }
  }

  /** At the end of every transaction that wrote calls. */
  flush(): void {
    for (const [number, chunk] of this.#touched) {
      const body = chunk.pack();
      if (body === undefined) this.#delete.run(number);
      else this.#save.run(number, body);
    }
    this.#touched.clear();
  }

  /** After a transaction that came to nothing. */
  reset(): void {
    this.#touched.clear();
    this.#words.reset();
  }

  #put(pk: number, session: number, facts: BriefFacts, project: string | null): void {
    this.#chunk(pk).set(pk % SLOTS, briefOf(facts, session, project, this.#words));
  }

  /** Others may have written since the last transaction: chunks are read anew in each. */
  #chunk(pk: number): BriefChunk {
    const number = pk >> CHUNK_BITS;
    const known = this.#touched.get(number);
    if (known !== undefined) return known;
    const chunk = new BriefChunk(this.#load.get(number));
    this.#touched.set(number, chunk);
    return chunk;
  }
}

const BRIEFLY = 4096;

/** For calls that were there before briefs were kept. */
export function fillBriefs(database: Database): void {
  const table = new BriefTable(database);
  const sessions = database.query('SELECT pk FROM sessions ORDER BY pk', (row) => integer(row, 'pk')).all();
  for (const [i, session] of sessions.entries()) {
    table.refresh(session);
    if (i % BRIEFLY === 0) table.flush();
  }
  table.flush();
}
