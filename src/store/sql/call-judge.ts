// Decides what SQL cannot decide of a filter: call by call, with what is known about its session.

import { flag, integer, type Row, text } from '../../base/row.ts';
import { type CompiledFilter, compileFilter } from '../../model/filter/compile-filter.ts';
import { type SessionFacts, sessionFacts } from '../../model/filter/session-facts.ts';
import type { CallQuestion } from '../questions/call-question.ts';
import type { SessionDetail } from '../questions/sessions.ts';
import { CallReader, type CallWords, type ReadCall } from './call-reader.ts';
import type { Dialect } from './engine.ts';
import { ask, type Steps } from './steps.ts';

const KEPT_FACTS = 1024;

export class CallJudge {
  readonly #dialect: Dialect;
  readonly #reader: CallReader;
  readonly #compiled: CompiledFilter;
  readonly #familyOf: (toolId: string) => string | undefined;
  readonly #facts = new Map<number, SessionFacts>();

  constructor(dialect: Dialect, words: CallWords, { filter, families }: Pick<CallQuestion, 'filter' | 'families'>) {
    this.#dialect = dialect;
    this.#reader = new CallReader(dialect, words);
    this.#compiled = compileFilter(filter);
    this.#familyOf = (toolId) => families.get(toolId);
  }

  /** The calls of whole rows. */
  read(rows: readonly Row[]): Steps<readonly ReadCall[]> {
    return this.#reader.read(rows);
  }

  /** Those that match. */
  *fitting(rows: readonly Row[]): Steps<readonly ReadCall[]> {
    yield* this.#learnFacts(rows);
    const calls = yield* this.#reader.read(rows);
    return calls.filter(({ call, row }) => {
      return this.#compiled.matches(call, this.#facts.get(integer(row, 'session_pk')) ?? { live: false });
    });
  }

  *#learnFacts(rows: readonly Row[]): Steps<void> {
    if (this.#facts.size > KEPT_FACTS) this.#facts.clear();
    const sessions = [...new Set(rows.map((row) => integer(row, 'session_pk')))];
    const missing = sessions.filter((session) => !this.#facts.has(session));
    if (missing.length === 0) return;
    const { sql, values } = this.#dialect.isAmong('pk', missing);
    for (const row of yield* ask(`SELECT pk, live, detail FROM sessions WHERE ${sql}`, ...values)) {
      const { fields, threads }: SessionDetail = JSON.parse(text(row, 'detail'));
      const facts = sessionFacts({ live: flag(row, 'live'), fields, threads }, { familyOf: this.#familyOf });
      this.#facts.set(integer(row, 'pk'), facts);
    }
  }
}
