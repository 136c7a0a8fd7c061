// Owns requests and outputs: the items with which a call begins and ends. Evidence: B4, B6.

import { asArray, asName, asObject, asString, type JsonObject } from '../../base/json.ts';
import { type ContentBlock, contentText, type ResultContent } from '../../model/content.ts';
import type { BackgroundHandle, CallRequested, CallResulted, Observation } from '../../model/observation.ts';
import type { Verdict } from '../../model/outcome.ts';
import { agentOfCall, agentOfOutput, endsOfWait, isSpawn, linked, noteAgent } from './agents.ts';
import { closeScript, openScript, scriptAround } from './code-mode.ts';
import { base64Image, leadingText, type Output, readOutput } from './content.ts';
import { begin, beginInner, end, endSeen, SCRIPT_TOOLS, taskOf } from './continuation.ts';
import type { Line, Seen } from './envelope.ts';
import { readExecHead } from './exec-output.ts';
import type { Memory, OpenCall } from './memory.ts';
import { spoken } from './messages.ts';
import { commandOf, hashCommand, inputKey, inputValue, qualified, toolOfItem } from './names.ts';
import { failure, type Judged, judge } from './outcome.ts';

export interface Told {
  readonly observations: readonly Observation[];
  readonly findings: readonly string[];
}

const NONE: readonly string[] = [];

/** Items that are request and result in one. */
const SELF_CONTAINED: ReadonlySet<string> = new Set(['web_search_call', 'image_generation_call']);
export const EARLY_TOOLS: ReadonlySet<string> = new Set(['web_search', 'image_generation']);

function idOf(item: JsonObject): string | undefined {
  const own = SELF_CONTAINED.has(asString(item['type']) ?? '');
  const [first, second] = own ? [item['id'], item['call_id']] : [item['call_id'], item['callId']];
  const found = asName(first) ?? asName(second);
  // Items of local shells and tool searches may carry only the item's id.
  return found ?? (own || item['type'] === 'function_call' ? undefined : asName(item['id']));
}

/** A call without an id is named after its place, so that it is the same call whenever the line is read. */
export function placeId(seen: Seen): string {
  return `at:${seen.ref.offset}`;
}

/** Names a call known only from the record of its end, so that a copy of that record is no second call. */
export function impliedRecord(callId: string, { at }: Seen): string | null {
  return at === null ? null : `${callId}@${at}`;
}

/** Calls of one response share the first one's id; where ids are used again, with its time. */
function groupOf(id: string, { at, ref }: Seen, memory: Memory): string {
  return memory.isKnown(id) ? `${id}@${at ?? ref.offset}` : id;
}

/** The id of a search that has none: older builds wrote it only in the end event, which comes first. */
function earlyId(tool: string, memory: Memory): string | undefined {
  return memory.early.find((early) => early.tool === tool)?.id;
}

export function observeCall(line: Line, memory: Memory): Told {
  const { seen, payload, base } = line;
  const tool = toolOfItem(payload);
  const found = idOf(payload) ?? earlyId(tool, memory);
  const id = found ?? placeId(seen);
  const findings = found === undefined ? ['call-without-id'] : NONE;
  if (memory.early.length > 0) memory.early = memory.early.filter((early) => early.id !== id);
  if (memory.compaction.length > 0) memory.compaction = [];
  memory.group ??= groupOf(id, seen, memory);
  const key = inputKey(payload);
  const input = inputValue(key, payload[key]);
  const turn = line.turn ?? memory.turn;
  const request: CallRequested = {
    kind: 'call-requested',
    ref: seen.ref,
    at: seen.at,
    thread: seen.thread,
    callId: id,
    tool,
    input,
    record: asName(payload['id']) ?? null,
    group: memory.group,
    model: memory.model,
    pointer: `${base}/${key}`,
  };
  if (SELF_CONTAINED.has(asString(payload['type']) ?? '')) {
    memory.settle(id);
    return { observations: [request, ...ownResult(id, line)], findings };
  }
  const command = commandOf(input);
  memory.begin({
    id,
    tool,
    turn,
    at: seen.at,
    continues: taskOf(tool, input, memory),
    command: command === undefined ? null : hashCommand(command),
    end: null,
  });
  if (SCRIPT_TOOLS.has(tool)) openScript(id, turn, memory);
  return { observations: [request], findings };
}

/** `web_search_call` and `image_generation_call` say themselves how they went. */
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
  return [{ ...result, isWrittenWithRequest: true }];
}

export function resulted(
  seen: Seen,
  callId: string,
  verdict: Verdict,
  content: ResultContent,
  pointer: string,
  record: string | null,
): CallResulted {
  return {
    kind: 'call-resulted',
    ref: seen.ref,
    at: seen.at,
    thread: seen.thread,
    callId,
    verdict,
    content,
    structured: undefined,
    record,
    requestRecord: null,
    background: null,
    agentId: null,
    runId: null,
    pointers: { content: pointer, structured: null },
  };
}

/** No further apart than this, request and result were written in one go (B6.1, old timestamps). */
const TOGETHER_MS = 2;

/** A result, with the time it states itself and the doubt about the time between the records. */
export function timed(result: CallResulted, reportedMs: number | null, open: OpenCall | undefined): CallResulted {
  const { at } = result;
  const isTogether = at !== null && open !== undefined && open.at !== null && at - open.at <= TOGETHER_MS;
  if (reportedMs === null && !isTogether) return result;
  return {
    ...result,
    ...(reportedMs === null ? {} : { reportedMs }),
    ...(isTogether ? { isWrittenWithRequest: true } : {}),
  };
}

/** The pointer of content that is nowhere in the record. */
export function nowhere(base: string): string {
  return `${base}/-`;
}

/** Names of tools, however deep in groups: what a tool search found. */
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

function outputOf({ payload, base }: Line): Output {
  const tools = asArray(payload['tools']);
  if (tools !== undefined && !('output' in payload)) {
    return { content: foundTools(tools), success: payload['status'] !== 'failed', pointer: `${base}/tools` };
  }
  // `result` for `output` is how some describe the format (D 23).
  const key = 'output' in payload || !('result' in payload) ? 'output' : 'result';
  return readOutput(payload[key], `${base}/${key}`);
}

/** An output that names no call belongs to the only one open, or to none. */
function ownerOf(payload: JsonObject, memory: Memory): string | undefined {
  const named = asName(payload['call_id']) ?? asName(payload['callId']);
  if (named !== undefined) return named;
  return memory.open.size === 1 ? memory.open.keys().next().value : undefined;
}

/** A script may send texts under its own id before it ends: they have the tool's name, and no head (code mode). */
function isNotice(payload: JsonObject, output: Output, open: OpenCall | undefined): boolean {
  if (open === undefined || !SCRIPT_TOOLS.has(open.tool) || payload['name'] !== open.tool) return false;
  return readExecHead(leadingText(output.content)) === undefined;
}

export function observeOutput(line: Line, memory: Memory): Told {
  const { seen, payload } = line;
  memory.group = null;
  const output = outputOf(line);
  const id = ownerOf(payload, memory);
  const text = leadingText(output.content);
  if (id === undefined) {
    const findings = ['output-without-call-id'];
    return { observations: [spoken(seen, 'notice', text, output.pointer, null)], findings };
  }
  const open = memory.open.get(id);
  const tool = open?.tool ?? toolOfItem(payload);
  const judged = judge({ tool, content: output.content, success: output.success, end: open?.end ?? null });
  const base = resulted(seen, id, judged.verdict, output.content, output.pointer, asName(payload['id']) ?? null);
  const result = timed(base, judged.reportedMs, open);
  if (isNotice(payload, output, open)) {
    const notice = { ...result, verdict: { ...judged.verdict, rule: 'script-notice', placeholder: true as const } };
    const progress = { callId: id, what: 'notify', elapsedMs: null, agentId: null };
    return { observations: [{ kind: 'progress-made', ...seen, ...progress }, notice], findings: NONE };
  }
  // A second output changes nothing about the work: the first has begun it, gone on with it, or ended it.
  if (open === undefined && memory.recent.has(id)) return { observations: [result], findings: NONE };
  memory.settle(id);
  if (isSpawn(tool)) return { observations: spawnResult(result, text, seen, memory), findings: NONE };
  const observations = commandResult(result, judged, open, seen, memory);
  for (const end of endsOfWait(tool, text, seen, memory)) observations.push(end);
  return { observations, findings: NONE };
}

/** The result of a command, a script, or a call that goes on with one. */
function commandResult(
  result: CallResulted,
  judged: Judged,
  open: OpenCall | undefined,
  seen: Seen,
  memory: Memory,
): Observation[] {
  const { handle } = judged;
  const id = result.callId;
  const task = open?.continues ?? null;
  if (open !== undefined && SCRIPT_TOOLS.has(open.tool)) beginInner(contentText(result.content), id, memory);
  if (task !== null) return pollResult({ ...result, continues: task }, judged, task, seen, memory);
  if (handle === null) {
    closeScript(id, memory);
    return [result];
  }
  const background: BackgroundHandle = { kind: 'shell', taskId: begin(handle, id, memory).task };
  return [{ ...result, background }];
}

/**
 * A poll's own result is that it looked: the exit it saw is the first command's, and counted there. Where the first
 * command is not on record (begun inside a script, or before the file), the poll has to speak for it.
 */
function pollResult(result: CallResulted, judged: Judged, task: string, seen: Seen, memory: Memory): Observation[] {
  const { handle, ended, verdict } = judged;
  const work = memory.running.find((running) => running.task === task);
  if (handle !== null) return [{ ...result, verdict: { status: 'ok', rule: 'poll:running', failure: null } }];
  if (work?.handle.startsWith('cell:') === true) beginInner(contentText(result.content), work.call, memory);
  if (!ended || work === undefined) return [result];
  end(work, memory);
  if (work.inner) return [result];
  const polled: Verdict = { status: 'ok', rule: 'poll:ended', failure: null };
  return [{ ...result, verdict: verdict.status === 'ok' ? verdict : polled }, endSeen(work, judged, seen)];
}

/** The agent goes on after `spawn_agent` has answered: the end comes as a message (B9). */
function spawnResult(result: CallResulted, text: string, seen: Seen, memory: Memory): Observation[] {
  if (result.verdict.status !== 'ok') return [result];
  const named = agentOfOutput(text);
  const known = agentOfCall(result.callId, memory);
  if (named === undefined && known === undefined) return [result];
  const agent = noteAgent(result.callId, named?.thread ?? null, named?.path ?? null, memory);
  const verdict: Verdict = { status: 'background', rule: 'agent-started', failure: null };
  const background: BackgroundHandle = { kind: 'agent', taskId: agent.task };
  const started: Observation = { ...result, verdict, background, agentId: agent.thread };
  if (named?.thread === null || named?.thread === undefined) return [started];
  const link = { agentId: named.thread, callId: result.callId, agentType: null, description: null };
  return [started, linked(seen, link)];
}

/** The one begin event some builds write: a request of its own, for a call made inside a script. */
export function observeDynamicRequest(line: Line, memory: Memory): Told | undefined {
  const { seen, payload, base } = line;
  const found = asName(payload['callId']) ?? asName(payload['call_id']);
  const id = found ?? placeId(seen);
  if (memory.isKnown(id)) return undefined;
  const tool = qualified(asName(payload['namespace']), asName(payload['tool']) ?? 'unknown');
  const turn = line.turn ?? memory.turn;
  const parent = scriptAround(turn, memory);
  memory.begin({ id, tool, turn, at: seen.at, continues: null, command: null, end: null });
  const request: CallRequested = {
    kind: 'call-requested',
    ...seen,
    callId: id,
    tool,
    input: inputValue('arguments', payload['arguments']),
    record: null,
    group: null,
    model: memory.model,
    pointer: `${base}/arguments`,
    ...(parent === undefined ? {} : { parentCall: parent }),
  };
  return { observations: [request], findings: found === undefined ? ['call-without-id'] : [] };
}
