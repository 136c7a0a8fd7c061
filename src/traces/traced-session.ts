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
export interface TracedPrompt {
  readonly thread: string;
  readonly at: number | null;
  readonly preview: string;
  readonly ref: LineRef;
}

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
  calls(): Iterable<TracedCall>;
  prompts(): Iterable<TracedPrompt>;
  pathOf(source: number): string;
}

function* ownCalls({ calls }: Session): Generator<TracedCall> {
  for (const call of calls) yield { call, copyOf: null };
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
    prompts: () => session.messages.filter(({ what }) => what === 'prompt'),
    pathOf: (source) => pathOfSource(session, source),
  };
}
