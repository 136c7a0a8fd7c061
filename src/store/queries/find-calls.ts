// Owns the question "which calls fit this filter?": over all sessions, newest first, one by one.

import { compileFilter } from '../../model/filter/compile-filter.ts';
import type { Filter } from '../../model/filter/filter.ts';
import { type SessionFacts, sessionFacts } from '../../model/filter/session-facts.ts';
import type { ToolCall } from '../../model/tool-call.ts';
import type { Database, Query } from '../database.ts';
import type { SessionDetail } from '../index/session-table.ts';
import { flag, integer, type Row, text } from '../row.ts';
import { CallReader } from './call-reader.ts';
import { type Condition, condition, joinConditions } from './condition.ts';
import { type Families, type FilterCondition, filterCondition } from './filter-condition.ts';
import { newestRows } from './newest-rows.ts';
import { scopeOf } from './scope.ts';

export interface CallQuestion {
  readonly filter: Filter;
  /** Only sessions with a file at or below one of these. */
  readonly places: readonly string[];
  readonly families: Families;
}

export interface FoundCall {
  readonly call: ToolCall;
  /** Of its row. */
  readonly key: number;
  /** Names of its session's files. */
  pathOf(source: number): string;
}

const KEPT_FACTS = 256;

/** A part of all calls that fit. */
interface Part {
  /** Only those of one session: the key of its row. */
  readonly session?: number;
  /** Only those after this one, in the order of the answer. */
  readonly after?: { readonly at: number | null; readonly key: number } | null;
}

function partConditions({ session, after }: Part): Condition[] {
  const parts: Condition[] = [];
  if (session !== undefined) parts.push(condition('c.session_pk = ?', session));
  if (after === undefined || after === null) return parts;
  // Calls without a time come last.
  if (after.at === null) parts.push(condition('c.requested_at IS NULL AND c.pk < ?', after.key));
  else {
    const earlier = 'c.requested_at < ? OR (c.requested_at = ? AND c.pk < ?) OR c.requested_at IS NULL';
    parts.push(condition(`(${earlier})`, after.at, after.at, after.key));
  }
  return parts;
}

function found(call: ToolCall, row: Row, reader: CallReader): FoundCall {
  return { call, key: integer(row, 'pk'), pathOf: reader.pathOf(row) };
}

/** What the rows of a question have to fit; `decided.isExact` says whether that is all. */
export function questionCondition(
  { filter, places, families }: CallQuestion,
  database: Database,
): {
  readonly where: Condition;
  readonly decided: FilterCondition;
} {
  const decided = filterCondition(filter, families);
  const scope: Condition = { sql: 'c.copy_of IS NULL', values: [] };
  return { where: joinConditions([scope, scopeOf(database, places, 'c.session_pk'), decided], 'AND'), decided };
}

export class FindCalls {
  readonly #question: CallQuestion;
  readonly #rows: () => Generator<Row>;
  readonly #isExact: boolean;
  readonly #session: Query<SessionFacts>;
  readonly #reader: CallReader;
  readonly #facts = new Map<number, SessionFacts>();

  constructor(database: Database, question: CallQuestion, part: Part = {}) {
    this.#question = question;
    const { where, decided } = questionCondition(question, database);
    const fitting = joinConditions([...partConditions(part), where], 'AND');
    this.#isExact = decided.isExact;
    this.#rows = () =>
      newestRows(database, {
        filter: question.filter,
        where: fitting,
        isExact: decided.isExact,
        ofOneSession: part.session !== undefined,
        after: part.after ?? null,
      });
    this.#reader = new CallReader(database);
    this.#session = database.query('SELECT live, detail FROM sessions WHERE pk = ?', (row) => {
      const { fields, threads }: SessionDetail = JSON.parse(text(row, 'detail'));
      const more = { familyOf: (toolId: string) => question.families.get(toolId) };
      return sessionFacts({ live: flag(row, 'live'), fields, threads }, more);
    });
  }

  *newestFirst(): Generator<FoundCall> {
    const compiled = compileFilter(this.#question.filter);
    for (const row of this.#rows()) {
      const call = this.#reader.read(row);
      if (this.#isExact || compiled.matches(call, this.#factsOf(row))) yield found(call, row, this.#reader);
    }
  }

  /** Keys of the rows that fit, in the same order. */
  *keys(): Generator<number> {
    const compiled = compileFilter(this.#question.filter);
    for (const row of this.#rows()) {
      if (this.#isExact || compiled.matches(this.#reader.read(row), this.#factsOf(row))) yield integer(row, 'pk');
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
