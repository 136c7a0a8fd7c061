// What is left to decide of a filter: call by call, with what is known of its session.

import { flag, integer, type Row, text } from '../../../base/row.ts';
import { type CompiledFilter, compileFilter } from '../../../model/filter/compile-filter.ts';
import { type SessionFacts, sessionFacts } from '../../../model/filter/session-facts.ts';
import type { ToolCall } from '../../../model/tool-call.ts';
import type { Database, Query } from '../../../sqlite/database.ts';
import type { CallQuestion } from '../../questions/call-question.ts';
import type { SessionDetail } from '../../questions/sessions.ts';
import { CallReader } from './call-reader.ts';

const KEPT_FACTS = 256;

export class CallJudge {
  readonly reader: CallReader;
  readonly #compiled: CompiledFilter;
  readonly #session: Query<SessionFacts>;
  readonly #row: Query<Row>;
  readonly #facts = new Map<number, SessionFacts>();

  constructor(database: Database, { filter, families }: CallQuestion) {
    this.reader = new CallReader(database);
    this.#compiled = compileFilter(filter);
    this.#row = database.query('SELECT * FROM calls WHERE pk = ?', (row) => row);
    this.#session = database.query('SELECT live, detail FROM sessions WHERE pk = ?', (row) => {
      const { fields, threads }: SessionDetail = JSON.parse(text(row, 'detail'));
      const more = { familyOf: (toolId: string) => families.get(toolId) };
      return sessionFacts({ live: flag(row, 'live'), fields, threads }, more);
    });
  }

  row(key: number): Row | undefined {
    return this.#row.get(key);
  }

  fits(call: ToolCall, row: Row): boolean {
    return this.#compiled.matches(call, this.#factsOf(row));
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
