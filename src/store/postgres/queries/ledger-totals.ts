// Answers "how many lines were read, and how?": what the ledgers of all files come to. Files are few beside calls.

import { integer, type Row, text } from '../../../base/row.ts';
import { addsUp, emptyLedger, type Ledger } from '../../../model/ledger.ts';
import type { FoundLog, LedgerTotals, UnknownLines } from '../../questions/health.ts';
import { ledgerOf } from '../../rows/ledger-text.ts';
import type { Statements } from '../database/statement.ts';
import { ask } from './condition.ts';
import { logPath } from './log-path.ts';

const BATCH = 2000;
const TABLES = ['ignored', 'problems', 'unknown', 'findings'] as const;

function byBytes(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}

class Sums {
  readonly #total = emptyLedger();
  readonly #wrong: string[] = [];
  readonly #unknown = new Map<string, { agent: string; what: string; lines: number; files: number }>();
  /** Names with the agents that have them: they are told agent by agent, in order. */
  readonly #named = new Map<string, [agent: string, table: (typeof TABLES)[number], name: string, lines: number]>();

  add(row: Row): void {
    const agent = text(row, 'agent');
    const ledger: Ledger = ledgerOf(text(row, 'ledger'));
    this.#total.lines += ledger.lines;
    this.#total.observed += ledger.observed;
    if (!addsUp(ledger)) this.#wrong.push(text(row, 'path'));
    for (const table of TABLES) {
      for (const [name, lines] of ledger[table]) {
        const key = JSON.stringify([agent, table, name]);
        const known = this.#named.get(key);
        if (known === undefined) this.#named.set(key, [agent, table, name, lines]);
        else known[3] += lines;
      }
    }
    for (const [what, lines] of ledger.unknown) {
      const key = JSON.stringify([agent, what]);
      const known = this.#unknown.get(key) ?? { agent, what, lines: 0, files: 0 };
      this.#unknown.set(key, known);
      known.lines += lines;
      known.files++;
    }
  }

  totals(): LedgerTotals {
    const named = [...this.#named.values()].sort(([a, , x], [b, , y]) => byBytes(a, b) || byBytes(x, y));
    for (const [, table, name, lines] of named) {
      this.#total[table].set(name, (this.#total[table].get(name) ?? 0) + lines);
    }
    const unknown = [...this.#unknown.values()].sort((a, b) => byBytes(a.agent, b.agent) || byBytes(a.what, b.what));
    return { total: this.#total, wrong: this.#wrong, unknown };
  }
}

export async function ledgerTotals(on: Statements): Promise<LedgerTotals> {
  const sums = new Sums();
  const files = on.each(
    BATCH,
    `SELECT s.agent, ${logPath('f')} AS path, f.ledger FROM sources f JOIN sessions s ON s.pk = f.session_pk
     WHERE f.ledger IS NOT NULL ORDER BY s.agent, f.path`,
  );
  for await (const rows of files) for (const row of rows) sums.add(row);
  return sums.totals();
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
