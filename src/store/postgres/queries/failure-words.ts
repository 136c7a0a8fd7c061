// Answers "what did these failures say, and whose are they?", read without the rest of the calls.

import { integer, type Row, text, textOrNull } from '../../../base/row.ts';
import type { FailureOwner, FailureWords } from '../../questions/stats.ts';
import type { Statements } from '../database/statement.ts';
import { ask } from './condition.ts';

/** What the detail says that these tell. */
interface Said {
  readonly m?: string;
  readonly mk?: { readonly message: string };
  readonly a?: string;
  readonly c?: 1 | string;
  readonly f?: { readonly command?: string };
}

function commandOf({ f, c }: Said, summary: string): string | null {
  if (f?.command !== undefined) return f.command;
  if (c === undefined) return null;
  return c === 1 ? summary : [...summary].slice(0, -1).join('') + c;
}

function wordsOf(row: Row): FailureWords {
  // Our own words: the schema's version vouches for their shape.
  const said: Said = JSON.parse(text(row, 'detail'));
  return {
    message: said.m ?? said.mk?.message ?? '',
    command: commandOf(said, text(row, 'summary')),
    aim: said.a ?? null,
  };
}

/** By the keys of the calls' rows, in the same order. */
export async function failureWords(
  on: Statements,
  calls: readonly number[],
): Promise<readonly (FailureWords | undefined)[]> {
  const rows = await ask(on, 'SELECT pk, summary, detail FROM calls WHERE pk = ANY(?::int8[])', calls);
  const words = new Map(rows.map((row) => [integer(row, 'pk'), wordsOf(row)]));
  return calls.map((call) => words.get(call));
}

function ownerOf(row: Row): FailureOwner {
  return {
    agent: text(row, 'agent'),
    session: text(row, 'id'),
    project: textOrNull(row, 'project'),
    callId: text(row, 'call_id'),
    occurrence: integer(row, 'occurrence'),
  };
}

/** By the keys of the calls' rows, in the same order. */
export async function ownersOf(
  on: Statements,
  calls: readonly number[],
): Promise<readonly (FailureOwner | undefined)[]> {
  const rows = await ask(
    on,
    `SELECT c.pk, c.call_id, c.occurrence, s.project, s.agent, s.id
     FROM calls c JOIN sessions s ON s.pk = c.session_pk WHERE c.pk = ANY(?::int8[])`,
    calls,
  );
  const owners = new Map(rows.map((row) => [integer(row, 'pk'), ownerOf(row)]));
  return calls.map((call) => owners.get(call));
}
