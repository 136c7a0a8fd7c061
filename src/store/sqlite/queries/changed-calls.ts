// Answers "what became of the calls that changed?": those of one change that fit a filter, with whose they are.

import { type CompiledFilter, compileFilter } from '../../../model/filter/compile-filter.ts';
import type { Filter } from '../../../model/filter/filter.ts';
import { type SessionFacts as FilterFacts, sessionFacts } from '../../../model/filter/session-facts.ts';
import type { ToolCall } from '../../../model/tool-call.ts';
import type { Database, Query } from '../../../sqlite/database.ts';
import { flag, integer, type Row, text, textOrNull } from '../../../sqlite/row.ts';
import type { SessionDetail } from '../index/session-table.ts';
import { CallReader } from './call-reader.ts';
import type { Families } from './filter-condition.ts';
import { SessionFacts } from './session-facts.ts';

export interface ChangedCall {
  readonly call: ToolCall;
  readonly project: string | null;
  /** Names of its session's files. */
  pathOf(source: number): string;
}

interface SessionOf {
  readonly agent: string;
  readonly session: string;
}

interface Home {
  readonly project: string | null;
  readonly facts: FilterFacts;
}

export class ChangedCalls {
  readonly #filter: CompiledFilter;
  readonly #sessions: SessionFacts;
  readonly #home: Query<Home>;
  readonly #one: Query<Row>;
  readonly #since: Query<Row>;
  readonly #paths: Query<readonly [number, string]>;
  readonly #reader: CallReader;

  constructor(
    database: Database,
    question: { readonly filter: Filter; readonly places: readonly string[]; readonly families: Families },
  ) {
    const familyOf = (toolId: string): string | undefined => question.families.get(toolId);
    this.#filter = compileFilter(question.filter);
    this.#sessions = new SessionFacts(database, question.places);
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

  of({ agent, session }: SessionOf, callId: string): ChangedCall[] {
    const key = this.#sessions.key(agent, session);
    return key === undefined ? [] : this.#fitting(key, this.#one.all(key, callId));
  }

  /** Those of a session that were made or came to something since then. */
  since({ agent, session }: SessionOf, at: number): ChangedCall[] {
    const key = this.#sessions.key(agent, session);
    return key === undefined ? [] : this.#fitting(key, this.#since.all(key, at));
  }

  /** Of the session that made it. */
  projectOf({ agent, session }: SessionOf): string | null {
    const key = this.#sessions.key(agent, session);
    return (key === undefined ? undefined : this.#home.get(key))?.project ?? null;
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
