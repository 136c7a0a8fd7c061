// Requests and outputs: the items with which a call begins and ends. Evidence: B4, B6.

import { asArray, asName, asObject, asString, type JsonObject, memberOf } from '../../base/json.ts';
import type { ContentBlock, ResultContent } from '../../model/content.ts';
import type { Observation } from '../../model/observation.ts';
import type { Verdict } from '../../model/outcome.ts';
import { agentOfCall, agentOfOutput, endsOfWait, isSpawn, linked, noteAgent } from './agents.ts';
import { refusalIn } from './approvals.ts';
import { closeScript, openScript, scriptAround } from './code-mode.ts';
import { base64Image, leadingText, type Output, readOutput } from './content.ts';
import { begin, beginInner, end, endSeen, noteTyped, SCRIPT_TOOLS, taskOf, workOf } from './continuation.ts';
import { noteTime, nowhere, placeId, type RequestDraft, type ResultDraft, requested, resulted } from './drafts.ts';
import { type Line, type Seen, turnOf } from './envelope.ts';
import type { Memory, OpenCall } from './memory.ts';
import { spoken } from './messages.ts';
import { commandOf, hashCommand, inputKey, inputValue, qualified, toolOfItem } from './names.ts';
import { failure, type Judged, judge } from './outcome.ts';

export interface Told {
  readonly observations: readonly Observation[];
  readonly findings: readonly string[];
}

const NONE: readonly string[] = [];
const WITHOUT_ID: readonly string[] = ['call-without-id'];

/** The call that an item names. */
function namedCall(item: JsonObject): string | undefined {
  return asName(memberOf(item, 'call_id')) ?? asName(memberOf(item, 'callId'));
}

/** Items that are request and result in one. */
const SELF_CONTAINED: ReadonlySet<string> = new Set(['web_search_call', 'image_generation_call']);
export const EARLY_TOOLS: ReadonlySet<string> = new Set(['web_search', 'image_generation']);

function idOf(type: string, item: JsonObject): string | undefined {
  if (SELF_CONTAINED.has(type)) return asName(item['id']) ?? asName(item['call_id']);
  const found = namedCall(item);
  // Items of local shells and tool searches may carry only the item's id.
  return found ?? (type === 'function_call' ? undefined : asName(item['id']));
}

/** Calls of one response share the first one's id; if ids are reused, with its time. */
function groupOf(id: string, { at, ref }: Seen, memory: Memory): string {
  return memory.isKnown(id) ? `${id}@${at ?? ref.offset}` : id;
}

/** The id of a search that has none: older builds wrote it only in the end event, which comes first. */
function earlyId(tool: string, memory: Memory): string | undefined {
  return memory.early.find((early) => early.tool === tool)?.id;
}

/** Drops what was kept for the next call, or until it. */
function forgetBefore(id: string, memory: Memory): void {
  if (memory.early.length > 0) memory.early = memory.early.filter((early) => early.id !== id);
  memory.compaction.clear();
}

function requestOf(type: string, id: string, tool: string, line: Line, memory: Memory): RequestDraft {
  const { seen, payload, base } = line;
  const key = inputKey(type);
  const request = requested(seen, id, tool, inputValue(key, memberOf(payload, key)), `${base}/${key}`, memory.model);
  request.record = asName(memberOf(payload, 'id')) ?? null;
  request.group = memory.group;
  return request;
}

/** Requested to run outside the sandbox: then the sandbox caused nothing. */
function isEscalated(input: unknown): boolean {
  const asked = asObject(input);
  return (
    asked?.['with_escalated_permissions'] === true || asString(asked?.['sandbox_permissions']) === 'require_escalated'
  );
}

function openCall({ callId: id, tool, input }: RequestDraft, line: Line, memory: Memory): void {
  const turn = turnOf(line) ?? memory.turn;
  const said = commandOf(input);
  const command = said === undefined ? null : hashCommand(said);
  const sandbox = isEscalated(input) ? null : memory.sandbox;
  const continues = taskOf(tool, input, memory);
  memory.begin({ id, tool, turn, at: line.seen.at, continues, command, sandbox, end: null });
  noteTyped(tool, input, memory);
  if (SCRIPT_TOOLS.has(tool)) openScript(id, turn, memory);
}

export function observeCall(type: string, line: Line, memory: Memory): Told {
  const { seen, payload } = line;
  const tool = toolOfItem(type, payload);
  const found = idOf(type, payload) ?? earlyId(tool, memory);
  const id = found ?? placeId(seen);
  const findings = found === undefined ? WITHOUT_ID : NONE;
  forgetBefore(id, memory);
  // A hosted search has ended before the model goes on: it is never parallel to anything.
  const isHosted = SELF_CONTAINED.has(type);
  if (!isHosted) memory.group ??= groupOf(id, seen, memory);
  const request = requestOf(type, id, tool, line, memory);
  if (isHosted) {
    request.group = null;
    memory.settle(id);
    return { observations: [request, ...ownResult(id, line)], findings };
  }
  openCall(request, line, memory);
  return { observations: [request], findings };
}

/** `web_search_call` and `image_generation_call` contain their own outcome. */
function ownResult(id: string, line: Line): Observation[] {
  const { seen, payload, base } = line;
  const status = asString(payload['status']);
  if (status === 'in_progress' || status === 'searching' || status === 'generating') return [];
  const data = payload['type'] === 'image_generation_call' ? asName(payload['result']) : undefined;
  const content: ResultContent = data === undefined ? '' : [base64Image(data, undefined, `${base}/result`)];
  const wrong = status === 'failed' || status === 'incomplete';
  const verdict: Verdict = wrong
    ? { status: 'error', rule: 'item-status', failure: failure(`item-${status}`, 'tool', status) }
    : { status: 'ok', rule: 'item-status', failure: null };
  const pointer = data === undefined ? nowhere(base) : `${base}/result`;
  const result = resulted(seen, id, verdict, content, pointer, asName(payload['id']) ?? null);
  result.isWrittenWithRequest = true;
  return [result];
}

/** Names of tools, however deep in groups: the result of a tool search. */
export function foundTools(tools: readonly unknown[], depth = 0): ContentBlock[] {
  const blocks: ContentBlock[] = [];
  for (const tool of tools) {
    const object = asObject(tool);
    const name = asName(object?.['name']) ?? asString(tool);
    const inner = depth < 3 ? foundTools(asArray(object?.['tools']) ?? [], depth + 1) : [];
    if (name !== undefined && inner.length === 0) blocks.push({ type: 'tool-reference', name });
    blocks.push(...inner);
  }
  return blocks;
}

/** The result of an item without an output. */
function oddOutput(payload: JsonObject, base: string): Output {
  const tools = asArray(payload['tools']);
  if (tools !== undefined) {
    return { content: foundTools(tools), success: payload['status'] !== 'failed', pointer: `${base}/tools` };
  }
  // `result` for `output` is how some describe the format (D 23).
  const key = 'result' in payload ? 'result' : 'output';
  return readOutput(payload[key], `${base}/${key}`);
}

function outputOf({ payload, base }: Line): Output {
  const output = memberOf(payload, 'output');
  return output === undefined ? oddOutput(payload, base) : readOutput(output, `${base}/output`);
}

/** An output that names no call belongs to the only one open, or to none. */
function ownerOf(payload: JsonObject, memory: Memory): string | undefined {
  const named = namedCall(payload);
  if (named !== undefined) return named;
  return memory.open.size === 1 ? memory.open.keys().next().value : undefined;
}

/** A script may send texts under its own id before it ends: they have the tool's name, and no header (code mode). */
function isNotice(payload: JsonObject, judged: Judged, open: OpenCall | undefined): boolean {
  return (
    open !== undefined && !judged.hasHead && SCRIPT_TOOLS.has(open.tool) && memberOf(payload, 'name') === open.tool
  );
}

export function observeOutput(type: string, line: Line, memory: Memory): Told {
  const { seen, payload } = line;
  memory.group = null;
  const output = outputOf(line);
  const id = ownerOf(payload, memory);
  if (id === undefined) {
    const observations = [spoken(seen, 'notice', leadingText(output.content), output.pointer, null)];
    return { observations, findings: ['output-without-call-id'] };
  }
  const open = memory.open.get(id);
  const tool = open?.tool ?? toolOfItem(type, payload);
  const judged = judge(tool, output.content, output.success, open?.end ?? null, open?.sandbox ?? null);
  const result = resulted(
    seen,
    id,
    judged.verdict,
    output.content,
    output.pointer,
    asName(memberOf(payload, 'id')) ?? null,
  );
  noteTime(result, judged.reportedMs, open);
  if (isNotice(payload, judged, open)) return { observations: notice(result, seen), findings: NONE };
  // A second output changes nothing about the work: the first has started it, continued it, or ended it.
  if (open === undefined && memory.recent.has(id)) return { observations: [result], findings: NONE };
  memory.settle(id);
  const refusal = refusalIn(judged.verdict, id, seen);
  if (refusal.length > 0)
    return { observations: [...commandResult(result, judged, open, seen, memory), ...refusal], findings: NONE };
  if (isSpawn(tool)) {
    return { observations: spawnResult(result, leadingText(output.content), seen, memory), findings: NONE };
  }
  const observations = commandResult(result, judged, open, seen, memory);
  if (memory.agents.length === 0) return { observations, findings: NONE };
  const ends = endsOfWait(tool, leadingText(output.content), seen, memory);
  return { observations: [...observations, ...ends], findings: NONE };
}

function notice(result: ResultDraft, { ref, at, thread }: Seen): Observation[] {
  const { callId, verdict } = result;
  result.verdict = { ...verdict, rule: 'script-notice', placeholder: true };
  return [{ kind: 'progress-made', ref, at, thread, callId, what: 'notify', elapsedMs: null, agentId: null }, result];
}

/** The result of a command, a script, or a call that continues one. */
function commandResult(
  result: ResultDraft,
  judged: Judged,
  open: OpenCall | undefined,
  seen: Seen,
  memory: Memory,
): Observation[] {
  const { handle } = judged;
  const id = result.callId;
  const task = open?.continues ?? null;
  if (open !== undefined && SCRIPT_TOOLS.has(open.tool)) beginInner(result.content, id, memory);
  if (task !== null) return pollResult(result, judged, task, seen, memory);
  if (handle === null) closeScript(id, memory);
  else result.background = { kind: 'shell', taskId: begin(handle, id, memory).task };
  return [result];
}

const POLL_RUNNING: Verdict = { status: 'ok', rule: 'poll:running', failure: null };
const POLL_ENDED: Verdict = { status: 'ok', rule: 'poll:ended', failure: null };

/**
 * A poll's own result is that it looked: the exit it saw is the first command's, and counted there. If the first command is not on
 * record (started inside a script, or before the file), the poll has to count for it.
 */
function pollResult(result: ResultDraft, judged: Judged, task: string, seen: Seen, memory: Memory): Observation[] {
  const { handle, ended, verdict } = judged;
  result.continues = task;
  const work = workOf(task, memory);
  if (handle !== null) {
    result.verdict = POLL_RUNNING;
    return [result];
  }
  if (work?.handle.startsWith('cell:') === true) beginInner(result.content, work.call, memory);
  if (!ended || work === undefined) return [result];
  end(work, memory);
  if (work.inner) return [result];
  result.verdict = verdict.status === 'ok' ? verdict : POLL_ENDED;
  return [result, endSeen(work, judged, seen)];
}

/** The agent continues after `spawn_agent` has answered: the end comes as a message (B9). */
function spawnResult(result: ResultDraft, text: string, seen: Seen, memory: Memory): Observation[] {
  if (result.verdict.status !== 'ok') return [result];
  const named = agentOfOutput(text);
  const known = agentOfCall(result.callId, memory);
  if (named === undefined && known === undefined) return [result];
  const agent = noteAgent(result.callId, named?.thread ?? null, named?.path ?? null, memory);
  result.verdict = { status: 'background', rule: 'agent-started', failure: null };
  result.background = { kind: 'agent', taskId: agent.task };
  result.agentId = agent.thread;
  if (named?.thread === null || named?.thread === undefined) return [result];
  const link = { agentId: named.thread, callId: result.callId, agentType: null, description: null };
  return [result, linked(seen, link)];
}

/** The one begin event some builds write: a separate request, for a call made inside a script. */
export function observeDynamicRequest(line: Line, memory: Memory): Told | undefined {
  const { seen, payload, base } = line;
  const found = asName(payload['callId']) ?? asName(payload['call_id']);
  const id = found ?? placeId(seen);
  if (memory.isKnown(id)) return undefined;
  const tool = qualified(asName(payload['namespace']), asName(payload['tool']) ?? 'unknown');
  const turn = turnOf(line) ?? memory.turn;
  memory.begin({ id, tool, turn, at: seen.at, continues: null, command: null, sandbox: null, end: null });
  const input = inputValue('arguments', payload['arguments']);
  const request = requested(seen, id, tool, input, `${base}/arguments`, memory.model);
  request.parentCall = scriptAround(turn, memory);
  return { observations: [request], findings: found === undefined ? WITHOUT_ID : NONE };
}
