// What a trace is made of: a session whose calls and prompts can be iterated, as often as needed.

import type { SessionFields } from '../model/observation.ts';
import { type Compaction, type ModelUsage, pathOfSource, type Session, type Thread } from '../model/session.ts';
import type { LineRef } from '../model/source.ts';
import type { ToolCall } from '../model/tool-call.ts';

export interface TracedCall {
  readonly call: ToolCall;
  /** The session that made it, if that is another one. */
  readonly copyOf: string | null;
}

/** The part of a person's message that a trace shows. */
/** Only prompts are shown. */
export interface TracedMessage {
  readonly what: string;
  readonly thread: string;
  readonly at: number | null;
  readonly preview: string;
  readonly ref: LineRef;
}

/** From a store in batches; one batch is in memory. */
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
  /** In file order. Iterated twice; in between a live session may change. */
  calls(): Batches<TracedCall>;
  messages(): Batches<TracedMessage>;
  pathOf(source: number): string;
}

/** Calls processed before other work runs. */
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
