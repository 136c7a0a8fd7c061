// Requests, results and the waits between them, as both programs' readers make them.

import { fingerprint } from '../../base/hash.ts';
import { asName } from '../../base/json.ts';
import {
  type CallHeard,
  type CallRequested,
  type CallResulted,
  type HeardStage,
  MAIN_THREAD,
  type Observation,
  type ThreadId,
} from '../../model/observation.ts';
import { didRun, type Verdict } from '../../model/outcome.ts';
import { type LineRef, spanOf } from '../../model/source.ts';
import { argumentsOf } from './bodies.ts';
import type { Memory, OpenCall } from './memory.ts';

/** What every observation of a line starts with. */
export interface Seen {
  readonly ref: LineRef;
  readonly at: number | null;
  readonly thread: ThreadId;
}

/** Every agent numbers its own ids. */
export function callIdIn(thread: ThreadId, id: string): string {
  return thread === MAIN_THREAD ? id : `${thread}/${id}`;
}

/** The request as far as it was written. */
export function requestOf(open: OpenCall, input: unknown, model: string | null): CallRequested {
  return {
    kind: 'call-requested',
    ref: spanOf(open.ref, open.lastRef),
    at: open.at,
    thread: open.thread,
    callId: open.id,
    tool: open.tool,
    input,
    record: open.record,
    group: open.group,
    model,
    pointer: open.pointer,
  };
}

export function joinedRequest(open: OpenCall, model: string | null): CallRequested {
  open.isTold = true;
  return requestOf(open, argumentsOf(open.text), model);
}

function word(open: OpenCall, stage: HeardStage, ref: LineRef, at: number): CallHeard {
  return {
    kind: 'call-heard',
    ref,
    at,
    thread: open.thread,
    id: `${open.id}:${stage}:${at}`,
    callId: open.id,
    stage,
    doneAt: at,
    tool: open.tool,
    fingerprint: fingerprint(argumentsOf(open.text)),
    pointers: { input: null, result: null },
    runMs: null,
    verdict: null,
    background: null,
    isLogged: true,
  };
}

export function askedWord(open: OpenCall, ref: LineRef, at: number): CallHeard {
  return word(open, 'asked', ref, at);
}

/** The run is between the last wait and the result. */
function runWords(open: OpenCall, { at, ref }: Seen, { status }: Verdict): CallHeard[] {
  const { beganAt } = open;
  if (!didRun(status) || beganAt === null || at === null || at < beganAt) return [];
  return [word(open, 'before', open.ref, beganAt), word(open, status === 'error' ? 'failed' : 'after', ref, at)];
}

interface Ended {
  readonly callId: string;
  readonly verdict: Verdict;
  readonly content: string;
  readonly pointer: string;
}

const AGENT_ID = /^agent_id: (\S{1,200})/m;

export function resultOf({ callId, verdict, content, pointer }: Ended, seen: Seen, memory: Memory): Observation[] {
  const open = memory.calls.get(callId);
  memory.calls.delete(callId);
  const made: Observation[] = [];
  // Arguments that were never completed are reported as far as they came.
  if (open !== undefined && !open.isTold && open.lastRef !== open.ref) made.push(joinedRequest(open, memory.model));
  const ended: CallResulted = {
    kind: 'call-resulted',
    ...seen,
    thread: open?.thread ?? seen.thread,
    callId,
    verdict,
    content,
    structured: undefined,
    record: open?.record == null ? null : `${open.record} result`,
    requestRecord: open?.record ?? null,
    background: null,
    agentId: asName(AGENT_ID.exec(content.slice(0, 400))?.[1]) ?? null,
    runId: null,
    pointers: { content: pointer, structured: null },
  };
  made.push(ended, ...(open === undefined ? [] : runWords(open, seen, verdict)));
  return made;
}

/** A person stopped the agent: calls still open were stopped with it, unless they end nevertheless. */
export function interruptedIn(seen: Seen, message: string, memory: Memory): CallResulted[] {
  const stopped = [...memory.calls.values()].filter(({ thread, isStopped }) => thread === seen.thread && !isStopped);
  for (const open of stopped) open.isStopped = true;
  return stopped.map((open): CallResulted => {
    const failure = { code: 'interrupted', blame: 'user', message } as const;
    return {
      kind: 'call-resulted',
      ...seen,
      callId: open.id,
      verdict: { status: 'interrupted', rule: 'turn-interrupted', failure, placeholder: true },
      content: '',
      structured: undefined,
      record: null,
      requestRecord: open.record,
      background: null,
      agentId: null,
      runId: null,
      pointers: { content: '/-', structured: null },
    };
  });
}
