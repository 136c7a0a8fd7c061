// Owns what is made of a family where it was read: its sessions, or its calls as lines of JSON. Lines go from thread to thread
// as bytes that change hands, where sessions are copied object by object: a sixteenth of all the work.

import { terminalJsonText } from '../../base/terminal.ts';
import { callRecord } from '../../model/call-record.ts';
import { pathOfSource, type Session } from '../../model/session.ts';
import { readFamily } from '../read-family.ts';
import type { ReadOptions } from '../read-session.ts';
import type { Family } from './family-queue.ts';

/** What the parts of each kind of product are. */
export interface FamilyParts {
  readonly sessions: Session;
  /** Lines of JSON, safe for a terminal, many at once: every call as it leaves the program. */
  readonly lines: Uint8Array;
}

export type ProductKind = keyof FamilyParts;
/** Made as it is asked for, where it was read; all there where another thread sent it. */
export type FamilyProduct<Kind extends ProductKind> = Iterable<FamilyParts[Kind]>;

/** Some 50 KB: texts of a long session are never all there at once. */
const CALLS_AT_ONCE = 64;

const encoder = new TextEncoder();

/** The session's calls as lines of JSON, some at a time. */
export function* callLines(session: Session): Generator<Uint8Array> {
  const pathOf = (source: number): string => pathOfSource(session, source);
  for (let from = 0; from < session.calls.length; from += CALLS_AT_ONCE) {
    let text = '';
    for (const call of session.calls.slice(from, from + CALLS_AT_ONCE)) {
      text += `${JSON.stringify(callRecord(call, pathOf))}\n`;
    }
    yield encoder.encode(terminalJsonText(text));
  }
}

function* linesOf(sessions: readonly Session[]): Generator<Uint8Array> {
  for (const session of sessions) yield* callLines(session);
}

const MAKE: { readonly [Kind in ProductKind]: (sessions: readonly Session[]) => FamilyProduct<Kind> } = {
  sessions: (sessions) => sessions,
  lines: linesOf,
};

export async function readProduct<Kind extends ProductKind>(
  kind: Kind,
  family: Family,
  options: ReadOptions,
): Promise<FamilyProduct<Kind>> {
  return MAKE[kind](await readFamily(family, options));
}
