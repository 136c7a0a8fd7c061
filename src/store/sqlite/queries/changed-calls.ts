// Answers "what became of the calls that changed?": those of one change that fit a filter, with whose they are.

import { flag, integer, type Row, text, textOrNull } from '../../../base/row.ts';
import { type CompiledFilter, compileFilter } from '../../../model/filter/compile-filter.ts';
import { type SessionFacts as FilterFacts, sessionFacts } from '../../../model/filter/session-facts.ts';
import type { Database, Query } from '../../../sqlite/database.ts';
import type { CallQuestion } from '../../questions/call-question.ts';
import type { ChangedCall } from '../../questions/calls.ts';
import type { SessionDetail } from '../../questions/sessions.ts';
import type { SessionKey } from '../../session-batch.ts';
import { CallReader } from './call-reader.ts';
import { sessionBelow } from './session-facts.ts';

interface Home {
  readonly project: string | null;
  readonly facts: FilterFacts;
}

export class ChangedCalls {
  readonly #filter: CompiledFilter;
  readonly #database: Database;
  readonly #places: readonly string[];
  readonly #home: Query<Home>;
  readonly #one: Query<Row>;
  readonly #since: Query<Row>;
  readonly #paths: Query<readonly [number, string]>;
  readonly #reader: CallReader;

  constructor(database: Database, question: CallQuestion) {
    const familyOf = (toolId: string): string | undefined => question.families.get(toolId);
    this.#filter = compileFilter(question.filter);
    this.#database = database;
    this.#places = question.places;
    this.#home = database.query('SELECT project, live, detail FROM sessions WHERE pk = ?', (row) => {
      const { fields, threads }: SessionDetail = JSON.parse(text(row, 'detail'));
      return {
        project: textOrNull(row, 'project'),
        facts: sessionFacts({ live: flag(row, 'live'), fields, threads }, { familyOf }),
      };
    });
    const own = 'SELECT * FROM calls WHERE session_pk = ? AND copy_of IS NULL';
    this.#one = database.query(`${own} AND call_id = ? ORDER BY occurrence`, (row) => row);
    this.#since = database.query(
      `${own} AND coalesce(ended_at, requested_at) >= ? ORDER BY coalesce(ended_at, requested_at), pk`,
      (row) => row,
    );
    this.#paths = database.query(
      'SELECT num, path FROM sources WHERE session_pk = ?',
      (row) => [integer(row, 'num'), text(row, 'path')] as const,
    );
    this.#reader = new CallReader(database);
  }

  of(session: SessionKey, callId: string): ChangedCall[] {
    const key = sessionBelow(this.#database, session, this.#places);
    return key === undefined ? [] : this.#fitting(key, this.#one.all(key, callId));
  }

  /** Those of a session that were made or came to something since then. */
  since(session: SessionKey, at: number): ChangedCall[] {
    const key = sessionBelow(this.#database, session, this.#places);
    return key === undefined ? [] : this.#fitting(key, this.#since.all(key, at));
  }

  #fitting(key: number, rows: readonly Row[]): ChangedCall[] {
    const home = rows.length === 0 ? undefined : this.#home.get(key);
    if (home === undefined) return [];
    const paths = new Map(this.#paths.all(key));
    return rows
      .map((row) => this.#reader.read(row))
      .filter((call) => this.#filter.matches(call, home.facts))
      .map((call) => ({ call, project: home.project, pathOf: (source) => paths.get(source) ?? '' }));
  }
}
