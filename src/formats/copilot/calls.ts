// The life of a call: requested in a message, begun, ended; and when it ran, between the last wait and what came after.

import { fingerprint } from '../../base/hash.ts';
import { asArray, asName, asObject, isObject, type JsonObject } from '../../base/json.ts';
import type { CallHeard, CallRequested, CallResulted, HeardStage, Observation } from '../../model/observation.ts';
import { didRun, type Verdict } from '../../model/outcome.ts';
import { ignored, misread, observed, type Reading } from '../../model/reading.ts';
import type { LineRef } from '../../model/source.ts';
import { inputOf, structuredOf, textOf } from './bodies.ts';
import type { Memory, OpenCall } from './memory.ts';
import { backgroundOf } from './outcome.ts';
import type { Event } from './records.ts';

/** What a call can leave running follows from its input: a command, or an agent of some kind. */
function leavesOf(input: unknown): OpenCall['leaves'] {
  if (!isObject(input)) return null;
  if (typeof input['command'] === 'string') return 'shell';
  return typeof input['agent_type'] === 'string' ? 'agent' : null;
}

interface Asked {
  readonly id: string;
  readonly tool: string;
  readonly input: unknown;
  readonly pointer: string;
  readonly group: string | null;
  readonly model: string | null;
}

function request({ id, tool, input, pointer, group, model }: Asked, event: Event, memory: Memory): CallRequested {
  memory.openCall({
    id,
    thread: event.seen.thread,
    tool,
    print: fingerprint(input),
    leaves: leavesOf(input),
    started: null,
    beganAt: null,
    endedAt: null,
    refusal: null,
    isStopped: false,
  });
  return {
    kind: 'call-requested',
    ...event.seen,
    callId: id,
    tool,
    input,
    record: null,
    group,
    model: model ?? memory.model,
    pointer,
  };
}

/**
 * A tool of an MCP server is named as other agents name it, which separates it from the agent's own. Servers that come with Copilot
 * provide tools under bare names, which look like its own.
 */
function toolName(data: JsonObject, name: string): string {
  const server = asName(data['mcpServerName']);
  const tool = asName(data['mcpToolName']);
  return server === undefined || tool === undefined || tool === name ? name : `mcp__${server}__${tool}`;
}

export function requestsOf(event: Event, memory: Memory): Observation[] {
  const { data } = event;
  const group = asName(data['messageId']) ?? null;
  const model = asName(data['model']) ?? null;
  return (asArray(data['toolRequests']) ?? []).flatMap((item, i) => {
    const asked = asObject(item);
    const id = asName(asked?.['toolCallId']);
    const name = asName(asked?.['name']);
    if (asked === undefined || id === undefined || name === undefined) return [];
    const input = inputOf(asked['arguments']);
    const pointer = `/data/toolRequests/${i}/arguments`;
    return [request({ id, tool: toolName(asked, name), input, pointer, group, model }, event, memory)];
  });
}

/** The start comes before hooks and permission. A call that no message requested is known from it. */
export function observeStart(event: Event, memory: Memory): Reading {
  const { data, seen } = event;
  const id = asName(data['toolCallId']);
  if (id === undefined) return misread('no-call-id', 'The start of a call without its id.');
  const made: Observation[] = [];
  if (!memory.calls.has(id)) {
    const tool = toolName(data, asName(data['toolName']) ?? 'unknown');
    const input = inputOf(data['arguments']);
    const model = asName(data['model']) ?? null;
    made.push(request({ id, tool, input, pointer: '/data/arguments', group: null, model }, event, memory));
  }
  const open = memory.calls.get(id);
  if (open !== undefined && seen.at !== null) {
    open.started = { at: seen.at, ref: seen.ref };
    open.beganAt = seen.at;
  }
  return made.length === 0 ? ignored('start of a call: told at its end') : observed(made);
}

function word(
  open: OpenCall,
  stage: HeardStage,
  ref: LineRef,
  at: number,
  more: { readonly doneAt?: number; readonly runMs?: number | null },
): CallHeard {
  return {
    kind: 'call-heard',
    ref,
    at,
    thread: open.thread,
    id: `${open.id}:${stage}:${at}`,
    callId: open.id,
    stage,
    doneAt: more.doneAt ?? at,
    tool: open.tool,
    fingerprint: open.print,
    pointers: { input: null, result: null },
    runMs: more.runMs ?? null,
    verdict: null,
    background: null,
    isLogged: true,
  };
}

export function askedWord(open: OpenCall, ref: LineRef, at: number): CallHeard {
  return word(open, 'asked', ref, at, {});
}

/**
 * The run is between the last wait and the first hook after it, or its end; and nothing else, if questions are logged and no hook can
 * have come between.
 */
function runWords(open: OpenCall, { at, ref }: Event['seen'], verdict: Verdict, memory: Memory): CallHeard[] {
  const { started, beganAt } = open;
  // An execution whose result is not logged may have waited for anyone.
  if (verdict.status === 'unknown' || !didRun(verdict.status)) return [];
  if (started === null || beganAt === null || at === null) return [];
  const endedAt = open.endedAt ?? at;
  // Replayed history has one time for all.
  if (endedAt < beganAt || at === started.at) return [];
  const isWhole = memory.logsQuestions && (open.endedAt !== null || !memory.hasHooksAfter);
  const runMs = isWhole ? endedAt - beganAt : null;
  return [
    word(open, 'before', started.ref, started.at, { doneAt: beganAt }),
    word(open, verdict.status === 'error' ? 'failed' : 'after', ref, endedAt, { runMs }),
  ];
}

export function observeEnd(
  event: Event,
  memory: Memory,
  judge: (data: JsonObject, open: OpenCall | undefined) => Verdict,
): Reading {
  const { data, seen } = event;
  const callId = asName(data['toolCallId']);
  if (callId === undefined) return misread('no-call-id', 'The end of a call without its id.');
  const open = memory.calls.get(callId);
  memory.calls.delete(callId);
  const verdict = judge(data, open);
  const hasResult = (data['result'] ?? null) !== null;
  const pointer = hasResult && (data['error'] ?? null) === null ? '/data/result' : '/data/error';
  const result = data['result'];
  const structured = structuredOf(result);
  const content = textOf(pointer === '/data/result' ? result : data['error']);
  const ended: CallResulted = {
    kind: 'call-resulted',
    ...seen,
    thread: open?.thread ?? seen.thread,
    callId,
    verdict,
    content,
    structured,
    record: null,
    requestRecord: null,
    background: verdict.status === 'background' ? backgroundOf(open?.leaves ?? null, content) : null,
    agentId: null,
    runId: null,
    pointers: { content: pointer, structured: structured === undefined ? null : '/data/result' },
  };
  return observed([ended, ...(open === undefined ? [] : runWords(open, seen, verdict, memory))]);
}

/** A person stopped the agent: calls still open were stopped with it, unless they end nevertheless. */
export function interrupted(event: Event, memory: Memory): Observation[] {
  const message = asName(event.data['reason']) ?? 'abort';
  const stopped = [...memory.calls.values()].filter(({ isStopped }) => !isStopped);
  for (const open of stopped) open.isStopped = true;
  return stopped.map((open): CallResulted => {
    const failure = { code: 'interrupted', blame: 'user', message } as const;
    return {
      kind: 'call-resulted',
      ...event.seen,
      thread: open.thread,
      callId: open.id,
      verdict: { status: 'interrupted', rule: 'aborted', failure, placeholder: true },
      content: '',
      structured: undefined,
      record: null,
      requestRecord: null,
      background: null,
      agentId: null,
      runId: null,
      pointers: { content: '/data/nothing', structured: null },
    };
  });
}
