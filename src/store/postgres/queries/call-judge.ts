// What is left to decide of a filter: call by call, with what is known of its session.

import { flag, integer, type Row, text } from '../../../base/row.ts';
import { type CompiledFilter, compileFilter } from '../../../model/filter/compile-filter.ts';
import { type SessionFacts, sessionFacts } from '../../../model/filter/session-facts.ts';
import type { CallQuestion } from '../../questions/call-question.ts';
import type { SessionDetail } from '../../questions/sessions.ts';
import type { Statements } from '../database/statement.ts';
import { CallReader, type CallWords, type ReadCall } from './call-reader.ts';
import { ask } from './condition.ts';

const KEPT_FACTS = 1024;

export class CallJudge {
  readonly #on: Statements;
  readonly #reader: CallReader;
  readonly #compiled: CompiledFilter;
  readonly #familyOf: (toolId: string) => string | undefined;
  readonly #facts = new Map<number, SessionFacts>();

  constructor(on: Statements, words: CallWords, { filter, families }: Pick<CallQuestion, 'filter' | 'families'>) {
    this.#on = on;
    this.#reader = new CallReader(on, words);
    this.#compiled = compileFilter(filter);
    this.#familyOf = (toolId) => families.get(toolId);
  }

  /** The calls of whole rows. */
  async read(rows: readonly Row[]): Promise<ReadCall[]> {
    return this.#reader.read(rows);
  }

  /** Those that fit. */
  async fitting(rows: readonly Row[]): Promise<ReadCall[]> {
    if (rows.length === 0) return [];
    await this.#learnFacts(rows);
    const calls = await this.#reader.read(rows);
    return calls.filter(({ call, row }) => {
      return this.#compiled.matches(call, this.#facts.get(integer(row, 'session_pk')) ?? { live: false });
    });
  }

  async #learnFacts(rows: readonly Row[]): Promise<void> {
    if (this.#facts.size > KEPT_FACTS) this.#facts.clear();
    const sessions = [...new Set(rows.map((row) => integer(row, 'session_pk')))];
    const missing = sessions.filter((session) => !this.#facts.has(session));
    if (missing.length === 0) return;
    const found = await ask(this.#on, 'SELECT pk, live, detail FROM sessions WHERE pk = ANY(?::int8[])', missing);
    for (const row of found) {
      const { fields, threads }: SessionDetail = JSON.parse(text(row, 'detail'));
      const facts = sessionFacts({ live: flag(row, 'live'), fields, threads }, { familyOf: this.#familyOf });
      this.#facts.set(integer(row, 'pk'), facts);
    }
  }
}
