// Made-up calls and sessions for tests that start after reading.

import { emptyLedger } from '../../src/model/ledger.ts';
import type { Session } from '../../src/model/session.ts';
import type { BodyRef } from '../../src/model/source.ts';
import type { HookRun, ToolCall } from '../../src/model/tool-call.ts';

/** A body at line n of a session's first file. */
export function bodyAt(line: number, pointer = '/x'): BodyRef {
  return { source: 0, line, offset: line * 10, length: 9, pointer };
}

/** A finished shell call; change what matters. */
export function toolCall(fields: Partial<ToolCall> = {}): ToolCall {
  return {
    agent: 'claude-code',
    session: 's1',
    callId: 'toolu_1',
    occurrence: 1,
    thread: 'main',
    turn: 1,
    tool: 'Bash',
    toolId: 'shell',
    model: null,
    status: 'ok',
    statusRule: 'no-error-flag',
    failure: null,
    masked: null,
    feedback: null,
    requestedAt: 1000,
    endedAt: 4000,
    duration: { ms: 3000, basis: 'between-records', bound: 'at-most', includes: ['approval', 'hooks'] },
    result: { kind: 'output', via: 'structured' },
    summary: 'ls',
    facts: {},
    target: null,
    aim: null,
    messageId: null,
    identity: 0,
    parallelGroup: null,
    parentCall: null,
    agentId: null,
    background: null,
    hooks: [],
    progressCount: 0,
    permission: null,
    flags: [],
    copies: [],
    evidence: [],
    problems: [],
    bodies: { input: bodyAt(1), content: bodyAt(2), structured: null },
    ...fields,
  };
}

export function hookRun(event: string, fields: Partial<HookRun> = {}): HookRun {
  const { pointer: _, ...ref } = bodyAt(3);
  return {
    event,
    name: event,
    command: null,
    outcome: 'ok',
    exitCode: null,
    durationMs: null,
    decision: null,
    message: null,
    at: 2000,
    ref,
    ...fields,
  };
}

/** A session with these calls, in one file named after it. */
export function sessionWith(id: string, calls: readonly Partial<ToolCall>[], fields: Partial<Session> = {}): Session {
  return {
    agent: 'claude-code',
    id,
    fields: {},
    startedAt: 1000,
    lastAt: 9000,
    live: false,
    threads: [],
    calls: calls.map((call) => toolCall({ session: id, ...call })),
    messages: [],
    compactions: [],
    hooks: [],
    usage: [],
    requests: [],
    sources: [{ path: `/logs/${id}.jsonl`, thread: 'main', bytes: 1, ledger: emptyLedger(), calls: calls.length }],
    sideFiles: [],
    problems: [],
    ...fields,
  };
}
