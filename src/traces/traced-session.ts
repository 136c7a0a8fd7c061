// What a trace is made of: a session whose calls and prompts are handed out one after the other, as often as asked for.

import type { SessionFields } from '../model/observation.ts';
import { type Compaction, type ModelUsage, pathOfSource, type Session, type Thread } from '../model/session.ts';
import type { LineRef } from '../model/source.ts';
import type { ToolCall } from '../model/tool-call.ts';

export interface TracedCall {
  readonly call: ToolCall;
  /** The session that made it, where that is another one. */
  readonly copyOf: string | null;
}

/** As much of what a person said as a trace tells. */
/** Prompts are told of. */
export interface TracedMessage {
  readonly what: string;
  readonly thread: string;
  readonly at: number | null;
  readonly preview: string;
  readonly ref: LineRef;
}

/** From a store a batch at a time; what is in memory is one batch. */
export type Batches<Item> = AsyncIterable<readonly Item[]> | Iterable<readonly Item[]>;

export interface TracedSession {
  readonly agent: string;
  readonly id: string;
  readonly fields: SessionFields;
  readonly startedAt: number | null;
  readonly lastAt: number | null;
  readonly threads: readonly Thread[];
  readonly compactions: readonly Compaction[];
  readonly usage: readonly ModelUsage[];
  /** In the order of the files. Asked for twice; between the two a live session may change. */
  calls(): Batches<TracedCall>;
  messages(): Batches<TracedMessage>;
  pathOf(source: number): string;
}

/** Calls looked at before others get their turn. */
const BATCH = 200;

function* ownCalls({ calls }: Session): Generator<readonly TracedCall[]> {
  for (let from = 0; from < calls.length; from += BATCH) {
    yield calls.slice(from, from + BATCH).map((call) => ({ call, copyOf: null }));
  }
}

/** A session that was read whole. */
export function tracedSession(session: Session): TracedSession {
  const { agent, id, fields, startedAt, lastAt, threads, compactions, usage } = session;
  return {
    agent,
    id,
    fields,
    startedAt,
    lastAt,
    threads,
    compactions,
    usage,
    calls: () => ownCalls(session),
    messages: () => [session.messages],
    pathOf: (source) => pathOfSource(session, source),
  };
}
