// Owns the questions that keep a call pending: sign-ins and choices, with the address each needs for as long as it does.
// When a call ends, the schema withdraws what it still asks.

import type { Command, Database, Query } from './database.ts';
import { integer, integerOrNull, type Row, text, textOrNull } from './row.ts';

export interface AskRow {
  readonly ask: number;
  readonly call: number;
  readonly kind: 'oauth' | 'user_choice';
  /** The event that asked. */
  readonly seq: number;
  readonly state: string;
  /** What the person chose, once somebody has. */
  readonly selected: number | null;
  /** Where to sign in, or where to send the answer. Null once it is not needed. */
  readonly url: string | null;
}

function readAsk(row: Row): AskRow {
  return {
    ask: integer(row, 'ask'),
    call: integer(row, 'call'),
    kind: text(row, 'kind') === 'oauth' ? 'oauth' : 'user_choice',
    seq: integer(row, 'seq'),
    state: text(row, 'state'),
    selected: integerOrNull(row, 'selected'),
    url: textOrNull(row, 'url'),
  };
}

export class RapAsks {
  readonly #open: Query<AskRow>;
  readonly #answering: Query<AskRow>;
  readonly #waiting: Query<AskRow>;
  readonly #insert: Command;
  readonly #claim: Command;
  readonly #finish: Command;

  constructor(database: Database) {
    this.#open = database.query(
      "SELECT * FROM ask WHERE call = ? AND kind = ? AND state = 'open' ORDER BY ask DESC LIMIT 1",
      readAsk,
    );
    this.#answering = database.query("SELECT * FROM ask WHERE state = 'answering' ORDER BY ask", readAsk);
    this.#waiting = database.query(
      `SELECT ask.* FROM ask WHERE state = 'open' AND call IN (SELECT call FROM call INDEXED BY call_pending WHERE state = 'pending')
       ORDER BY ask LIMIT ?`,
      readAsk,
    );
    this.#insert = database.command("INSERT INTO ask (call, kind, seq, state, url) VALUES (?, ?, ?, 'open', ?)");
    this.#claim = database.command("UPDATE ask SET state = 'answering', selected = ? WHERE ask = ? AND state = 'open'");
    this.#finish = database.command('UPDATE ask SET state = ?, url = NULL WHERE ask = ?');
  }

  /** The open question of this kind, if there is one. */
  open(call: number, kind: AskRow['kind']): AskRow | undefined {
    return this.#open.get(call, kind);
  }

  /** Questions that wait for a person, the oldest first. */
  waiting(limit: number): AskRow[] {
    return this.#waiting.all(limit);
  }

  /** Answers that were on their way to the tool when the process ended. */
  answering(): AskRow[] {
    return this.#answering.all();
  }

  insert(call: number, kind: AskRow['kind'], seq: number, url: string): void {
    this.#insert.run(call, kind, seq, url);
  }

  /** Takes the question: false when somebody else did before. The address is kept until the answer has arrived. */
  claim(ask: number, selected: number): boolean {
    return this.#claim.run(selected, ask).changes === 1;
  }

  finish(ask: number, state: 'answered' | 'failed' | 'withdrawn'): void {
    this.#finish.run(state, ask);
  }
}
