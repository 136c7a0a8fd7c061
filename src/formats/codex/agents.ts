// Subagents as the parent's log sees them: which call started which thread, and when it was done. Evidence: B9.

import { asArray, asName, asObject, asString, type JsonObject, parseJson } from '../../base/json.ts';
import { clip } from '../../base/text.ts';
import type { BackgroundEnded, Observation } from '../../model/observation.ts';
import type { Seen } from './envelope.ts';
import type { Agent, Memory } from './memory.ts';

const SPAWN = /^(?:collaboration\/)?spawn_agent$/;
const WAIT = /^(?:collaboration\/)?(?:wait_agent|wait|close_agent)$/;
const MESSAGE_MAX = 240;

export function isSpawn(tool: string): boolean {
  return SPAWN.test(tool);
}

/** Remembers which call started whom; later records about the same call add what they know. */
export function noteAgent(call: string, thread: string | null, path: string | null, memory: Memory): Agent {
  const known = memory.agents.find((agent) => agent.call === call);
  const merged = { thread: thread ?? known?.thread ?? null, path: path ?? known?.path ?? null };
  const agent: Agent = { ...merged, call, task: merged.thread ?? merged.path ?? call };
  memory.agents = memory.keep(
    memory.agents.filter((other) => other.call !== call),
    agent,
  );
  return agent;
}

export function agentOfCall(call: string, memory: Memory): Agent | undefined {
  return memory.agents.find((agent) => agent.call === call);
}

/** `{"agent_id":…}` (first version) or `{"task_name":"/root/…"}` (second). */
export function agentOfOutput(text: string): { thread: string | null; path: string | null } | undefined {
  const parsed = text.trimStart().startsWith('{') ? parseJson(text) : undefined;
  const value = parsed?.ok === true ? asObject(parsed.value) : undefined;
  const thread = asName(value?.['agent_id']) ?? asName(value?.['thread_id']) ?? null;
  const path = asName(value?.['task_name']) ?? asName(value?.['agent_path']) ?? null;
  return thread === null && path === null ? undefined : { thread, path };
}

export interface LinkDetails {
  readonly agentId: string;
  readonly callId: string | null;
  readonly agentType: string | null;
  readonly description: string | null;
}

export function linked(seen: Seen, details: LinkDetails): Observation {
  return { kind: 'subagent-linked', ...seen, ...details, runId: null, parentAgentId: null, promptHash: null };
}

type Ending = Pick<BackgroundEnded, 'status' | 'message'>;

const ENDINGS: ReadonlyMap<string, Ending['status']> = new Map([
  ['completed', 'completed'],
  ['errored', 'failed'],
  ['failed', 'failed'],
  ['shutdown', 'killed'],
  ['interrupted', 'killed'],
]);

/** `"running"`, `{"completed": "…"}`, `{"completed": {"message": "…"}}`. Undefined while the agent works. */
function endingOf(value: unknown): Ending | undefined {
  const object = asObject(value);
  const [word, detail] = object === undefined ? [asString(value), undefined] : (Object.entries(object)[0] ?? []);
  const status = word === undefined ? undefined : ENDINGS.get(word);
  if (status === undefined) return undefined;
  const message = asName(detail) ?? asName(asObject(detail)?.['message']);
  return { status, message: message === undefined ? null : clip(message, MESSAGE_MAX) };
}

function endOf(who: string, ending: Ending, via: BackgroundEnded['via'], seen: Seen, memory: Memory): Observation[] {
  const agent = memory.agents.findLast(({ thread, path }) => thread === who || path === who);
  if (agent === undefined) return [];
  // Only its first end is the end of the call that started it; follow-ups are calls of their own.
  memory.agents = memory.agents.filter((other) => other !== agent);
  const { call, task } = agent;
  const told = { callId: call, taskId: task, exitCode: null, reportedMs: null, via };
  return [{ kind: 'background-ended', ...seen, ...told, ...ending }];
}

const OPENING = '<subagent_notification>';

/** `<subagent_notification>{"agent_path":…,"status":…}</subagent_notification>` as a user message. */
export function endsOfNotification(text: string, seen: Seen, memory: Memory): Observation[] {
  const start = text.indexOf(OPENING);
  const stop = text.indexOf('</subagent_notification>', start);
  const parsed = start === -1 || stop === -1 ? undefined : parseJson(text.slice(start + OPENING.length, stop));
  const value = parsed?.ok === true ? asObject(parsed.value) : undefined;
  const who = asName(value?.['agent_path']) ?? asName(value?.['agent_id']) ?? asName(value?.['thread_id']);
  const ending = endingOf(value?.['status']);
  return who === undefined || ending === undefined ? [] : endOf(who, ending, 'notification', seen, memory);
}

/** A message between agents that is marked as the last: `Message Type: FINAL_ANSWER`. */
export function endsOfMessage(author: string | undefined, text: string, seen: Seen, memory: Memory): Observation[] {
  if (author === undefined || !/^Message Type: FINAL_ANSWER\b/.test(text)) return [];
  const said = /\nPayload:\s*([\s\S]*)$/.exec(text.slice(0, 4000))?.[1];
  const message = said === undefined ? null : clip(said, MESSAGE_MAX);
  return endOf(author, { status: 'completed', message }, 'notification', seen, memory);
}

/** `{"status": {"<thread>": {"completed": …}}}`: the result of waiting for agents, or closing one. */
export function endsOfWait(tool: string, text: string, seen: Seen, memory: Memory): Observation[] {
  if (!WAIT.test(tool) || !text.trimStart().startsWith('{')) return [];
  const parsed = parseJson(text);
  const statuses = parsed.ok ? asObject(asObject(parsed.value)?.['status']) : undefined;
  const ends: Observation[] = [];
  for (const [who, state] of Object.entries(statuses ?? {})) {
    const ending = endingOf(state);
    if (ending !== undefined) ends.push(...endOf(who, ending, 'poll', seen, memory));
  }
  return ends;
}

/** Threads that an item or event about agents names as started. */
export function startedThreads(value: JsonObject): readonly string[] {
  const spawned = asName(value['new_thread_id']) ?? asName(value['newThreadId']);
  if (spawned !== undefined) return [spawned];
  const received = asArray(value['receiver_thread_ids'] ?? value['receiverThreadIds']) ?? [];
  return received.filter((id): id is string => typeof id === 'string' && id !== '');
}
