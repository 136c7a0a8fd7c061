// Answers "how many lines were read, and how?": the sums of all ledgers.

import { integer, text } from '../../../base/row.ts';
import { emptyLedger } from '../../../model/ledger.ts';
import type { Database, Query } from '../../../sqlite/database.ts';
import type { FoundLog, LedgerTotals, UnknownLines } from '../../questions/health.ts';
import { LEDGER_PARTS } from '../index/ledger-sums.ts';

const NAMED = ['ignored', 'problems', 'unknown', 'findings'] as const;

export function ledgerTotals(database: Database): LedgerTotals {
  const total = emptyLedger();
  const wrong: string[] = [];
  const unknown: UnknownLines[] = [];
  const rows = database.query('SELECT agent, part, name, lines, files FROM ledger_sums WHERE files > 0', (row) => ({
    agent: text(row, 'agent'),
    part: integer(row, 'part'),
    name: text(row, 'name'),
    lines: integer(row, 'lines'),
    files: integer(row, 'files'),
  }));
  for (const { agent, part, name, lines, files } of rows.all()) {
    if (part === LEDGER_PARTS.lines) total.lines += lines;
    else if (part === LEDGER_PARTS.observed) total.observed += lines;
    else if (part === LEDGER_PARTS.wrong) wrong.push(name);
    else if (part === LEDGER_PARTS.unknown) unknown.push({ agent, what: name, lines, files });
    const table = NAMED.find((candidate) => LEDGER_PARTS[candidate] === part);
    if (table !== undefined) total[table].set(name, (total[table].get(name) ?? 0) + lines);
  }
  return { total, wrong, unknown };
}

export class UnknownExamples {
  readonly #smallest: Query<FoundLog>;

  constructor(database: Database) {
    this.#smallest = database.query(
      `SELECT s.agent, s.id, f.thread, f.path, f.bytes FROM sources f INDEXED BY sources_logs
       CROSS JOIN sessions s ON s.pk = f.session_pk
       WHERE f.ledger IS NOT NULL AND f.gone_at IS NULL AND s.agent = ?
         AND EXISTS (SELECT 1 FROM json_each(f.ledger, '$[${LEDGER_PARTS.unknown}]') e WHERE e.value ->> 0 = ?)
       ORDER BY f.bytes LIMIT 1`,
      (row) => ({
        agent: text(row, 'agent'),
        session: text(row, 'id'),
        thread: text(row, 'thread'),
        path: text(row, 'path'),
        bytes: integer(row, 'bytes'),
      }),
    );
  }

  /** The smallest existing log with such a record. */
  of({ agent, what }: UnknownLines): FoundLog | undefined {
    return this.#smallest.get(agent, what);
  }
}
