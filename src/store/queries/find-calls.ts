// Owns the question "which calls fit this filter?": over all sessions, newest first, one by one.

import { compileFilter } from '../../model/filter/compile-filter.ts';
import type { Filter } from '../../model/filter/filter.ts';
import { type SessionFacts, sessionFacts } from '../../model/filter/session-facts.ts';
import type { ToolCall } from '../../model/tool-call.ts';
import type { Database, Query } from '../database.ts';
import type { SessionDetail } from '../index/session-table.ts';
import { flag, integer, type Row, text } from '../row.ts';
import { CallReader } from './call-reader.ts';
import { type Condition, joinConditions, underPlaces } from './condition.ts';
import { type Families, type FilterCondition, filterCondition } from './filter-condition.ts';

export interface CallQuestion {
  readonly filter: Filter;
  /** Only sessions with a file at or below one of these. */
  readonly places: readonly string[];
  readonly families: Families;
}

export interface FoundCall {
  readonly call: ToolCall;
  /** Names of its session's files. */
  pathOf(source: number): string;
}

const KEPT_FACTS = 256;

/** What the rows of a question have to fit; `decided.isExact` says whether that is all. */
export function questionCondition({ filter, places, families }: CallQuestion): {
  readonly where: Condition;
  readonly decided: FilterCondition;
} {
  const decided = filterCondition(filter, families);
  const scope: Condition = { sql: 'c.copy_of IS NULL', values: [] };
  return { where: joinConditions([scope, underPlaces(places, 'c.session_pk'), decided], 'AND'), decided };
}

export class FindCalls {
  readonly #question: CallQuestion;
  readonly #rows: Query<Row>;
  readonly #where: Condition;
  readonly #isExact: boolean;
  readonly #session: Query<SessionFacts>;
  readonly #reader: CallReader;
  readonly #facts = new Map<number, SessionFacts>();

  constructor(database: Database, question: CallQuestion) {
    this.#question = question;
    const { where, decided } = questionCondition(question);
    this.#where = where;
    this.#isExact = decided.isExact;
    this.#reader = new CallReader(database);
    this.#rows = database.query(
      `SELECT c.* FROM calls c JOIN sessions s ON s.pk = c.session_pk WHERE ${where.sql}
       ORDER BY c.requested_at DESC, c.pk DESC`,
      (row) => row,
    );
    this.#session = database.query('SELECT live, detail FROM sessions WHERE pk = ?', (row) => {
      const { fields, threads }: SessionDetail = JSON.parse(text(row, 'detail'));
      const more = { familyOf: (toolId: string) => question.families.get(toolId) };
      return sessionFacts({ live: flag(row, 'live'), fields, threads }, more);
    });
  }

  *newestFirst(): Generator<FoundCall> {
    const compiled = compileFilter(this.#question.filter);
    for (const row of this.#rows.each(...this.#where.values)) {
      const call = this.#reader.read(row);
      if (this.#isExact || compiled.matches(call, this.#factsOf(row))) yield { call, pathOf: this.#reader.pathOf(row) };
    }
  }

  #factsOf(row: Row): SessionFacts {
    const session = integer(row, 'session_pk');
    const kept = this.#facts.get(session);
    if (kept !== undefined) return kept;
    const facts = this.#session.get(session) ?? { live: false };
    if (this.#facts.size >= KEPT_FACTS) this.#facts.clear();
    this.#facts.set(session, facts);
    return facts;
  }
}
