// Questions that keep a call pending: sign-ins, choices and confirmations, each with its address as long as it is needed.
// When a call ends, the schema withdraws its open questions.

import { integer, integerOrNull, type Row, text, textOrNull } from '../../base/row.ts';
import type { Database } from '../../sqlite/database.ts';

export interface AskRow {
  readonly ask: number;
  readonly call: number;
  /** `confirm`: asked by the runtime, before it sends a call of a destructive tool. */
  readonly kind: 'oauth' | 'user_choice' | 'confirm';
  /** The event that asked. */
  readonly seq: number;
  readonly state: string;
  /** The user's choice, once made. */
  readonly selected: number | null;
  /** Where to sign in, or where to send the answer. Null once it is not needed. */
  readonly url: string | null;
  /** Why the answer has not arrived yet. */
  readonly problem: string | null;
}

const KINDS = ['oauth', 'user_choice', 'confirm'] as const;

function readAsk(row: Row): AskRow {
  return {
    ask: integer(row, 'ask'),
    call: integer(row, 'call'),
    kind: KINDS.find((kind) => kind === text(row, 'kind')) ?? 'user_choice',
    seq: integer(row, 'seq'),
    state: text(row, 'state'),
    selected: integerOrNull(row, 'selected'),
    url: textOrNull(row, 'url'),
    problem: textOrNull(row, 'problem'),
  };
}

export function rapAsks(database: Database) {
  const open = database.query(
    "SELECT * FROM ask WHERE call = ? AND kind = ? AND state = 'open' ORDER BY ask DESC LIMIT 1",
    readAsk,
  );
  const undelivered = database.query(
    "SELECT * FROM ask WHERE call = ? AND kind = 'user_choice' AND state = 'answering' ORDER BY ask DESC LIMIT 1",
    readAsk,
  );
  const answering = database.query("SELECT * FROM ask WHERE state = 'answering' ORDER BY ask", readAsk);
  const waiting = database.query(
    `SELECT ask.* FROM ask WHERE state IN ('open', 'answering') AND call IN (SELECT call FROM call INDEXED BY call_pending WHERE state = 'pending')
     ORDER BY ask LIMIT ?`,
    readAsk,
  );
  const insert = database.command("INSERT INTO ask (call, kind, seq, state, url) VALUES (?, ?, ?, 'open', ?)");
  const claim = database.command("UPDATE ask SET state = 'answering', selected = ? WHERE ask = ? AND state = 'open'");
  const finish = database.command('UPDATE ask SET state = ?, url = NULL, problem = NULL WHERE ask = ?');
  const setProblem = database.command('UPDATE ask SET problem = ? WHERE ask = ?');
  return {
    /** The open question of this kind, if there is one. */
    open: (call: number, kind: AskRow['kind']): AskRow | undefined => open.get(call, kind),
    /** The newest choice of the call whose answer has not arrived. */
    undelivered: (call: number): AskRow | undefined => undelivered.get(call),
    /** Questions that wait for the user, and answers that wait for their tool; the oldest first. */
    waiting: (limit: number): AskRow[] => waiting.all(limit),
    /** Answers that were being sent when the process ended. */
    answering: (): AskRow[] => answering.all(),
    insert(call: number, kind: AskRow['kind'], seq: number, url: string | null): void {
      insert.run(call, kind, seq, url);
    },
    /** Claims the question: false when it was already answered. The address is kept until the answer has arrived. */
    claim: (ask: number, selected: number): boolean => claim.run(selected, ask).changes === 1,
    /** The answer is stored, but this attempt to send it failed. */
    setProblem(ask: number, problem: string): void {
      setProblem.run(problem, ask);
    },
    finish(ask: number, state: 'answered' | 'withdrawn'): void {
      finish.run(state, ask);
    },
  };
}

export type RapAsks = ReturnType<typeof rapAsks>;
