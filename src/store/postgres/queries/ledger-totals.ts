// Answers "how many lines were read, and how?": what the ledgers of all files come to.

import { integer, type Row, text } from '../../../base/row.ts';
import { addsUp, emptyLedger, type Ledger } from '../../../model/ledger.ts';
import type { FoundLog, LedgerTotals, UnknownLines } from '../../questions/health.ts';
import { ledgerOf } from '../../rows/ledger-text.ts';
import { condition } from '../../sql/condition.ts';
import type { Statements } from '../database/statement.ts';
import { ask, type FactCondition, numbered } from './condition.ts';
import { logPath } from './log-path.ts';

const BATCH = 2000;
const TABLES = ['ignored', 'problems', 'unknown', 'findings'] as const;

function byBytes(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}

/** Lines of one name in the ledgers of one agent's files. */
type NamedLines = [agent: string, table: (typeof TABLES)[number], name: string, lines: number];

/** As a week's sums are written down. */
interface WrittenLedgers {
  readonly lines: number;
  readonly observed: number;
  readonly wrong: readonly number[];
  readonly named: readonly Readonly<NamedLines>[];
  readonly unknown: readonly UnknownLines[];
}

function filesOf(on: Statements, sessions: FactCondition): AsyncIterable<Row[]> {
  return on.each(
    BATCH,
    numbered(
      `SELECT f.pk, s.agent, s.week AS begun, f.ledger FROM sources f JOIN sessions s ON s.pk = f.session_pk
       WHERE f.ledger IS NOT NULL AND ${sessions.sql}`,
    ),
    ...sessions.values,
  );
}

export class LedgerSums {
  #lines = 0;
  #observed = 0;
  /** Keys of the files whose ledgers do not add up. */
  readonly #wrong: number[] = [];
  readonly #unknown = new Map<string, { agent: string; what: string; lines: number; files: number }>();
  /** Names with the agents that have them: they are told agent by agent, in order. */
  readonly #named = new Map<string, NamedLines>();

  /** Of sessions that began in these weeks, week by week. */
  static async ofWeeks(on: Statements, weeks: readonly number[]): Promise<Map<number, LedgerSums>> {
    const sums = new Map(weeks.map((week) => [week, new LedgerSums()]));
    for await (const rows of filesOf(on, condition('s.week = ANY(?::int4[])', weeks))) {
      for (const row of rows) {
        const week = sums.get(integer(row, 'begun'));
        if (week !== undefined) week.#addFile(row);
      }
    }
    return sums;
  }

  /** Of rows `s` of sessions. */
  async addFiles(on: Statements, sessions: FactCondition): Promise<void> {
    for await (const rows of filesOf(on, sessions)) for (const row of rows) this.#addFile(row);
  }

  #addFile(row: Row): void {
    const agent = text(row, 'agent');
    const ledger: Ledger = ledgerOf(text(row, 'ledger'));
    this.#lines += ledger.lines;
    this.#observed += ledger.observed;
    if (!addsUp(ledger)) this.#wrong.push(integer(row, 'pk'));
    for (const table of TABLES) for (const [name, lines] of ledger[table]) this.#addNamed([agent, table, name, lines]);
    for (const [what, lines] of ledger.unknown) this.#addUnknown({ agent, what, lines, files: 1 });
  }

  #addNamed([agent, table, name, lines]: Readonly<NamedLines>): void {
    const key = JSON.stringify([agent, table, name]);
    const known = this.#named.get(key);
    if (known === undefined) this.#named.set(key, [agent, table, name, lines]);
    else known[3] += lines;
  }

  #addUnknown({ agent, what, lines, files }: UnknownLines): void {
    const key = JSON.stringify([agent, what]);
    const known = this.#unknown.get(key) ?? { agent, what, lines: 0, files: 0 };
    this.#unknown.set(key, known);
    known.lines += lines;
    known.files += files;
  }

  written(): string {
    const written: WrittenLedgers = {
      lines: this.#lines,
      observed: this.#observed,
      wrong: this.#wrong,
      named: [...this.#named.values()],
      unknown: [...this.#unknown.values()],
    };
    return JSON.stringify(written);
  }

  addWritten(ledgers: string): void {
    // Our own words: the schema's version vouches for their shape.
    const { lines, observed, wrong, named, unknown }: WrittenLedgers = JSON.parse(ledgers);
    this.#lines += lines;
    this.#observed += observed;
    for (const file of wrong) this.#wrong.push(file);
    for (const one of named) this.#addNamed(one);
    for (const one of unknown) this.#addUnknown(one);
  }

  async totals(on: Statements): Promise<LedgerTotals> {
    const total = { ...emptyLedger(), lines: this.#lines, observed: this.#observed };
    const named = [...this.#named.values()].sort(([a, , x], [b, , y]) => byBytes(a, b) || byBytes(x, y));
    for (const [, table, name, lines] of named) total[table].set(name, (total[table].get(name) ?? 0) + lines);
    const wrong = await ask(
      on,
      `SELECT ${logPath('f')} AS path FROM sources f JOIN sessions s ON s.pk = f.session_pk
       WHERE f.pk = ANY(?::int8[]) ORDER BY s.agent, f.path`,
      this.#wrong,
    );
    const unknown = [...this.#unknown.values()].sort((a, b) => byBytes(a.agent, b.agent) || byBytes(a.what, b.what));
    return { total, wrong: wrong.map((row) => text(row, 'path')), unknown };
  }
}

/** Files of weeks that changed are looked at one by one. */
export async function ledgerTotals(on: Statements): Promise<LedgerTotals> {
  const sums = new LedgerSums();
  const stale = (await on.all('SELECT DISTINCT week FROM stale_ledgers')).map((row) => integer(row, 'week'));
  const rows = await ask(on, 'SELECT ledgers FROM ledger_sums WHERE NOT (week = ANY(?::int4[])) ORDER BY week', stale);
  for (const row of rows) sums.addWritten(text(row, 'ledgers'));
  if (stale.length > 0) await sums.addFiles(on, condition('s.week = ANY(?::int4[])', stale));
  return sums.totals(on);
}

/** The smallest log with such a record that is still there. */
export async function unknownExample(on: Statements, { agent, what }: UnknownLines): Promise<FoundLog | undefined> {
  const rows = await ask(
    on,
    `SELECT s.agent, s.id, f.thread, ${logPath('f')} AS path, f.bytes, f.ledger FROM sources f JOIN sessions s ON s.pk = f.session_pk
     WHERE f.ledger IS NOT NULL AND f.gone_at IS NULL AND s.agent = ? AND strpos(f.ledger, ?) > 0 ORDER BY f.bytes, f.pk`,
    agent,
    JSON.stringify(what),
  );
  const found = rows.find((row) => ledgerOf(text(row, 'ledger')).unknown.has(what));
  if (found === undefined) return undefined;
  return {
    agent: text(found, 'agent'),
    session: text(found, 'id'),
    thread: text(found, 'thread'),
    path: text(found, 'path'),
    bytes: integer(found, 'bytes'),
  };
}
