// What a filter needs to know besides the call itself: facts of its session, tool families, and the call's text.

import type { ThreadId } from '../observation.ts';
import type { Session } from '../session.ts';
import type { ToolCall } from '../tool-call.ts';

export interface SessionFacts {
  readonly live: boolean;
  readonly cwd?: string | null;
  readonly title?: string | null;
  readonly gitBranch?: string | null;
  readonly version?: string | null;
  /** What kind of subagent a thread is. */
  agentTypeOf?(thread: ThreadId): string | null | undefined;
  /** Family of a tool, by tool id. */
  familyOf?(toolId: string): string | null | undefined;
  /** Everything full-text terms search. Called at most once per decision, and only if a term needs it. */
  text?(call: ToolCall): string;
}

/** Facts of a session in memory. */
export function sessionFacts(
  session: Pick<Session, 'live' | 'fields' | 'threads'>,
  more: Pick<SessionFacts, 'familyOf' | 'text'> = {},
): SessionFacts {
  const types = new Map(session.threads.map(({ id, agentType }) => [id, agentType]));
  return {
    live: session.live,
    cwd: session.fields.cwd ?? null,
    title: session.fields.title ?? null,
    gitBranch: session.fields.gitBranch ?? null,
    version: session.fields.version ?? null,
    agentTypeOf: (thread) => types.get(thread),
    ...more,
  };
}

/** The texts a call has itself: what is searched when the caller provides no texts. */
export function lightText(call: ToolCall): string {
  const { facts, failure } = call;
  const parts = [
    call.tool,
    call.summary,
    call.target,
    facts.path,
    facts.url,
    facts.command,
    facts.commands,
    facts.query,
  ];
  const more = [failure?.code, failure?.message, call.feedback, facts.note];
  return [...parts, ...more].filter((part) => part !== undefined && part !== null && part !== '').join('\n');
}
