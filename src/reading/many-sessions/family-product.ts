// What is made of a family on the thread that read it: its sessions, its calls, or its calls as lines of JSON. Lines are
// transferred between threads as bytes, while sessions are copied object by object: a sixteenth of all the work.

import { terminalJsonText } from '../../base/terminal.ts';
import { callRecord } from '../../model/call-record.ts';
import type { Session } from '../../model/session.ts';
import type { ToolCall } from '../../model/tool-call.ts';
import { readFamily, readFamilyCalls } from '../read-family.ts';
import type { ReadOptions, SessionCalls } from '../read-session.ts';
import type { Family } from './family-queue.ts';

/** The parts of each kind of product. */
export interface FamilyParts {
  readonly sessions: Session;
  readonly calls: readonly ToolCall[];
  /** Lines of JSON, safe for a terminal, many at once: every call as it leaves the program. */
  readonly lines: Uint8Array;
}

export type ProductKind = keyof FamilyParts;
/** Made on demand on the thread that read it; complete if another thread sent it. */
export type FamilyProduct<Kind extends ProductKind> = Iterable<FamilyParts[Kind]>;

/** Some 50 KB: the texts of a long session are never all in memory at once. */
const CALLS_AT_ONCE = 64;

const encoder = new TextEncoder();

/** The session's calls as lines of JSON, in batches. */
export function* callLines({ parts, pathOf }: SessionCalls): Generator<Uint8Array> {
  for (const calls of parts) {
    for (let from = 0; from < calls.length; from += CALLS_AT_ONCE) {
      let text = '';
      for (const call of calls.slice(from, from + CALLS_AT_ONCE)) {
        text += `${JSON.stringify(callRecord(call, pathOf))}\n`;
      }
      yield encoder.encode(terminalJsonText(text));
    }
  }
}

function* partsOf(sessions: readonly SessionCalls[]): Generator<readonly ToolCall[]> {
  for (const { parts } of sessions) yield* parts;
}

function* linesOf(sessions: readonly SessionCalls[]): Generator<Uint8Array> {
  for (const session of sessions) yield* callLines(session);
}

type Make<Kind extends ProductKind> = (family: Family, options: ReadOptions) => Promise<FamilyProduct<Kind>>;

const MAKE: { readonly [Kind in ProductKind]: Make<Kind> } = {
  sessions: readFamily,
  calls: async (family, options) => partsOf(await readFamilyCalls(family, options)),
  lines: async (family, options) => linesOf(await readFamilyCalls(family, options)),
};

export async function readProduct<Kind extends ProductKind>(
  kind: Kind,
  family: Family,
  options: ReadOptions,
): Promise<FamilyProduct<Kind>> {
  return MAKE[kind](family, options);
}
