// What an end record means for its call: a companion of a known call, or a nested call known only from it.

import type { BackgroundEnded, Observation } from '../../model/observation.ts';
import type { Verdict } from '../../model/outcome.ts';
import { isSpawn, linked, noteAgent, startedThreads } from './agents.ts';
import { refusalIn } from './approvals.ts';
import { EARLY_TOOLS } from './calls.ts';
import { isNestedId, scriptAround } from './code-mode.ts';
import { end as forget, runningOf } from './continuation.ts';
import { impliedRequest, noteTime, nowhere, placeId, resulted } from './drafts.ts';
import type { End } from './end-records.ts';
import { type Line, type Seen, turnOf } from './envelope.ts';
import type { Memory } from './memory.ts';
import { spoken } from './messages.ts';
import { hashCommand, inputValue } from './names.ts';

const NONE: readonly Observation[] = [];

/** The open call that ran this command: items of some builds have an id of their own. Only if there is exactly one. */
function openByCommand(end: End, memory: Memory): string | undefined {
  if (end.command === null || (end.id !== null && isNestedId(end.id))) return undefined;
  const hash = hashCommand(end.command);
  const calls = [...memory.open.values()].filter(({ command }) => command === hash);
  return calls.length === 1 ? calls[0]?.id : undefined;
}

function knownCall(end: End, memory: Memory): string | undefined {
  return end.id !== null && memory.isKnown(end.id) ? end.id : openByCommand(end, memory);
}

/** `rule` names the kind of record: `item-completed` or `end-event`. */
export function observeEnd(end: End, line: Line, rule: string, memory: Memory): readonly Observation[] {
  const { seen } = line;
  if (end.byUser) return [spoken(seen, 'shell', end.command ?? '', end.pointer, null)];
  const call = knownCall(end, memory);
  const links = linksOf(end, call ?? end.id, seen, memory);
  if (call !== undefined) return companion(end, call, rule, seen, memory).concat(links);
  if (end.verdict === null) return links;
  if (end.id !== null && EARLY_TOOLS.has(end.tool) && !isNestedId(end.id)) return early(end, end.id, seen, memory);
  return nested(end, end.verdict, line, rule, memory).concat(links);
}

function supplement(end: End, callId: string, seen: Seen): Observation {
  const { ref, at, thread } = seen;
  return { kind: 'result-supplemented', ref, at, thread, callId, value: end.value, pointer: end.pointer };
}

/** A record about a call the model made. The output is its result; this one is used until it comes. */
function companion(end: End, callId: string, rule: string, seen: Seen, memory: Memory): Observation[] {
  const told = [supplement(end, callId, seen)];
  const open = memory.open.get(callId);
  if (end.verdict === null) return told;
  if (open !== undefined) {
    open.end = end.verdict;
    const { status, failure } = end.verdict;
    const verdict: Verdict = { status, rule, failure, placeholder: true };
    const result = resulted(seen, callId, verdict, end.content, end.contentPointer, null);
    noteTime(result, end.durationMs, open);
    told.push(result, ...refusalIn(verdict, callId, seen));
    return told;
  }
  const work = runningOf(callId, memory);
  // An item that only sent input to the process has no exit code: it ends nothing.
  const over = end.exitCode !== null || end.verdict.status !== 'ok';
  if (work === undefined || !over || work.handle.startsWith('cell:')) return told;
  forget(work, memory);
  const isKilled = end.verdict.status === 'interrupted' || work.isStopped;
  const ended: BackgroundEnded = {
    kind: 'background-ended',
    ref: seen.ref,
    at: seen.at,
    thread: seen.thread,
    callId,
    taskId: work.task,
    status: end.verdict.status === 'ok' ? 'completed' : isKilled ? 'killed' : 'failed',
    exitCode: end.exitCode,
    message: end.verdict.failure?.message ?? null,
    reportedMs: end.durationMs,
    via: 'notification',
  };
  told.push(ended);
  return told;
}

/** The end of a hosted search or image is written before its request: its companion, kept until that one comes. */
function early(end: End, id: string, seen: Seen, memory: Memory): Observation[] {
  if (memory.early.some((known) => known.id === id)) return [supplement(end, id, seen)];
  const key = ['action', 'query', 'revised_prompt'].find((name) => end.value[name] !== undefined) ?? 'action';
  const input = inputValue(key, end.value[key]);
  const pointer = `${end.pointer}/${key}`;
  memory.early = memory.keep(memory.early, { id, tool: end.tool, ref: seen.ref, at: seen.at, input, pointer });
  return [supplement(end, id, seen)];
}

const COMPLETED: Verdict = { status: 'ok', rule: 'end:completed', failure: null };

/** At the end of a turn: ends whose request never came were still calls. */
export function flushEarly(memory: Memory, thread: Seen['thread']): Observation[] {
  const observations: Observation[] = [];
  if (memory.early.length === 0) return observations;
  for (const { id, tool, ref, at, input, pointer } of memory.early) {
    const seen: Seen = { ref, at, thread };
    observations.push(impliedRequest(seen, null, id, tool, input, pointer, memory.model));
    observations.push(resulted(seen, id, COMPLETED, '', nowhere('/payload'), null));
    memory.settle(id);
  }
  memory.early = [];
  return observations;
}

/** Start of a call known only from its end: as written, or the end minus its duration; else unknown. */
function startOf(end: End, at: number | null): number | null {
  if (end.startedAt !== null) return end.startedAt;
  return at === null || end.durationMs === null ? null : at - end.durationMs;
}

function nested(end: End, verdict: Verdict, line: Line, rule: string, memory: Memory): Observation[] {
  const { seen } = line;
  const callId = end.id ?? placeId(seen);
  memory.settle(callId);
  const startedAt = startOf(end, seen.at);
  const { inputKey: key, value, pointer } = end;
  const input = key === null ? value : inputValue(key, value[key]);
  const where = key === null ? pointer : `${pointer}/${key}`;
  const request = impliedRequest(seen, startedAt, callId, end.tool, input, where, memory.model);
  request.parentCall = scriptAround(turnOf(line) ?? memory.turn, memory);
  const told: Verdict = { status: verdict.status, rule: `${rule}:${verdict.rule}`, failure: verdict.failure };
  const result = resulted(seen, callId, told, end.content, end.contentPointer, null);
  result.structured = end.value;
  result.pointers = { content: end.contentPointer, structured: end.pointer };
  if (end.durationMs !== null) result.reportedMs = end.durationMs;
  return [request, result, ...refusalIn(told, callId, seen)];
}

function linksOf(end: End, call: string | null, seen: Seen, memory: Memory): readonly Observation[] {
  if (!isSpawn(end.tool)) return NONE;
  const { value } = end;
  const said = value['new_agent_role'] ?? value['receiver_agent_role'];
  const agentType = typeof said === 'string' && said !== '' ? said : null;
  const nickname = value['new_agent_nickname'];
  const description = typeof nickname === 'string' && nickname !== '' ? nickname : null;
  return startedThreads(value).map((thread) => {
    if (call !== null) noteAgent(call, thread, null, memory);
    return linked(seen, { agentId: thread, callId: call, agentType, description });
  });
}
