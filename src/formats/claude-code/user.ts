// User records: prompts, tool results with their structured companion, and the many texts that no person typed.

import { asArray, asName, asObject, asString, isObject, type JsonObject, memberOf } from '../../base/json.ts';
import { contentText, type ResultContent } from '../../model/content.ts';
import type { BackgroundHandle, Observation, SpokenKind } from '../../model/observation.ts';
import type { Failure } from '../../model/outcome.ts';
import { spoken } from './assistant.ts';
import { neutralContent } from './content.ts';
import type { Seen } from './envelope.ts';
import { observeRefusal } from './hooks.ts';
import { isNotification, readNotifications } from './notification.ts';
import { judge, personsWords } from './outcome.ts';
import { type BlockPointers, blockPointers } from './pointers.ts';

/**
 * Beginnings of user text that no person typed. A command passed to the agent begins with its message, one that the program runs itself
 * (`/clear`, `/model`) with its name: it is followed by an output, and not an answer.
 */
const TAGGED: readonly { readonly what: SpokenKind; readonly pattern: RegExp }[] = [
  { what: 'interrupt', pattern: /^\[Request interrupted by user/ },
  { what: 'command', pattern: /^\s*<command-(?:message|args)>/ },
  { what: 'notice', pattern: /^\s*<(?:command-name|local-command-std(?:out|err))>/ },
  { what: 'notice', pattern: /^Unknown (?:slash command|command|skill): \S+\s*$/ },
  { what: 'shell', pattern: /^\s*<bash-(?:input|stdout|stderr)>/ },
  { what: 'peer', pattern: /^\s*<(?:teammate-message|cross-session-message|agent-message)\b/ },
  {
    what: 'injected',
    pattern: /^\s*<(?:system-reminder|user-memory-input|local-command-caveat|ide_\w+|retrieval_status)\b/,
  },
];

/** The common beginning of all of them: most texts need no closer look. */
function isTagged(text: string): boolean {
  const start = text.trimStart();
  return start.startsWith('<') || start.startsWith('[') || start.startsWith('Unknown ');
}

const ORIGINS: ReadonlyMap<string, SpokenKind> = new Map([
  ['coordinator', 'peer'],
  ['peer', 'peer'],
  ['channel', 'peer'],
  ['observer', 'injected'],
  ['observer-activity', 'injected'],
  ['auto-continuation', 'injected'],
]);

function kindOfText(text: string, record: JsonObject): SpokenKind {
  if (record['isCompactSummary'] === true) return 'compact-summary';
  if (isTagged(text)) for (const { what, pattern } of TAGGED) if (pattern.test(text)) return what;
  if (record['isMeta'] === true || record['isSynthetic'] === true) return 'injected';
  const origin = asName(asObject(memberOf(record, 'origin'))?.['kind']);
  return (origin === undefined ? undefined : ORIGINS.get(origin)) ?? 'prompt';
}

/** The text between the tags of this name. */
function elementIn(text: string, name: string): string | undefined {
  const from = text.indexOf(`<${name}>`);
  const to = from === -1 ? -1 : text.indexOf(`</${name}>`, from);
  return to === -1 ? undefined : asName(text.slice(from + name.length + 2, to).trim());
}

/** A command as a person types it. */
function commandIn(text: string): string | undefined {
  const name = elementIn(text, 'command-name');
  const args = elementIn(text, 'command-args');
  return name === undefined ? undefined : args === undefined ? name : `${name} ${args}`;
}

function withGist(said: Observation, gist: string | undefined): Observation {
  return gist === undefined || said.kind !== 'message-spoken' ? said : { ...said, gist };
}

/** Adds what a text says to `observations`, and returns them. */
export function observeText(
  text: string,
  pointer: string,
  record: JsonObject,
  seen: Seen,
  observations: Observation[] = [],
): Observation[] {
  if (isNotification(text)) {
    const said = spoken(seen, 'notification', text, pointer, null);
    observations.push(...readNotifications(text, seen), withGist(said, elementIn(text, 'summary')));
  } else {
    const callId = asName(record['sourceToolUseID']) ?? null;
    const what = kindOfText(text, record);
    const said = spoken(seen, what, text, pointer, null, callId);
    observations.push(withGist(said, what === 'command' || what === 'notice' ? commandIn(text) : undefined));
  }
  return observations;
}

const BACKGROUND_TEXT =
  /^Command (?:running in background with ID: |did not complete within its [\d.]{1,20}\w{0,8} timeout and was moved to the background \(ID: |was manually backgrounded by user with ID: |was moved to the background \(ID: )([\w-]+)/;
const LAUNCH_TEXT = /^(?:Async agent launched successfully|Monitor started \(task ([\w-]+))/;

/** Work that continues after this result: according to the structured companion, or, without one, the text. */
export function backgroundOf(structured: unknown, content: ResultContent): BackgroundHandle | null {
  if (isObject(structured)) return backgroundOfCompanion(structured);
  return typeof structured === 'string' ? null : backgroundOfText(contentText(content));
}

function backgroundOfCompanion(result: JsonObject): BackgroundHandle | null {
  const shell = asName(result['backgroundTaskId']);
  if (shell !== undefined) return { kind: 'shell', taskId: shell };
  if (result['detachedToolCall'] === true) return { kind: 'detached', taskId: asName(result['taskId']) ?? null };
  const status = result['status'];
  if (status === 'async_launched' || status === 'remote_launched') return launched(result, status);
  const taskId = asName(result['taskId']);
  if (taskId !== undefined && typeof memberOf(result, 'timeoutMs') === 'number' && status === undefined)
    return { kind: 'monitor', taskId };
  return null;
}

function launched(result: JsonObject, status: 'async_launched' | 'remote_launched'): BackgroundHandle {
  const taskId = asName(result['taskId']);
  const run = asName(result['runId'] ?? result['workflowName'] ?? result['taskType']);
  if (taskId !== undefined && run !== undefined) return { kind: 'workflow', taskId };
  const kind = status === 'remote_launched' ? 'remote' : 'agent';
  return { kind, taskId: asName(result['agentId']) ?? taskId ?? null };
}

function backgroundOfText(content: string): BackgroundHandle | null {
  const shell = BACKGROUND_TEXT.exec(content)?.[1];
  if (shell !== undefined) return { kind: 'shell', taskId: shell };
  const launch = LAUNCH_TEXT.exec(content);
  if (launch === null) return null;
  return launch[1] === undefined
    ? { kind: 'agent', taskId: agentOfTrailer(content) }
    : { kind: 'monitor', taskId: launch[1] };
}

/** Results of nested agents carry no companion: the agent's id is in the text's trailer. */
function agentOfTrailer(text: string): string | null {
  const at = text.lastIndexOf('agentId: ');
  return at === -1 ? null : (/^agentId: ([\w-]+)/.exec(text.slice(at, at + 120))?.[1] ?? null);
}

function agentOf(structured: unknown, content: ResultContent): string | null {
  const told = isObject(structured) ? asName(structured['agentId']) : undefined;
  if (told !== undefined) return told;
  return structured === undefined && typeof content !== 'string' ? agentOfTrailer(contentText(content)) : null;
}

/** The text for a written list; old versions put the list itself next to the message instead of a companion. */
const TODOS_WRITTEN = 'Todos have been modified successfully';

/** The to-do list in a record. */
function todosOf(record: JsonObject, content: ResultContent): readonly unknown[] | undefined {
  const todos = asArray(memberOf(record, 'todos'));
  const isList = todos !== undefined && todos.length > 0 && contentText(content).startsWith(TODOS_WRITTEN);
  return isList ? todos : undefined;
}

function companionPointer(record: JsonObject): string {
  return memberOf(record, 'toolUseResult') === undefined ? '/tool_use_result' : '/toolUseResult';
}

/** Why the tool did not run. Streams say it for each result, in a list next to the message. */
function denialKindOf(record: JsonObject, callId: string): string | undefined {
  const kind = asName(memberOf(record, 'toolDenialKind'));
  if (kind !== undefined) return kind;
  const metas = asArray(memberOf(record, 'tool_result_meta')) ?? [];
  const own = metas.find((meta) => isObject(meta) && meta['id'] === callId);
  return asName(asObject(own)?.['non_execution_kind']);
}

function resulted(
  record: JsonObject,
  block: JsonObject,
  { content: pointer }: BlockPointers,
  structured: unknown,
  seen: Seen,
  observations: Observation[],
  version: string | undefined,
): void {
  const callId = asName(memberOf(block, 'tool_use_id'));
  if (callId === undefined) {
    observations.push({ kind: 'unrecognised', ...seen, what: 'tool_result without id' });
    return;
  }
  const content = neutralContent(memberOf(block, 'content'), pointer);
  const errorFlag = memberOf(block, 'is_error');
  const isError = errorFlag === true || errorFlag === 'true';
  const background = isError ? null : backgroundOf(structured, content);
  const verdict = judge({
    isError,
    version,
    content,
    structured,
    denialKind: denialKindOf(record, callId),
    background,
  });
  const said = asName(memberOf(record, 'userFeedback'));
  const feedback = said === undefined ? undefined : personsWords(said);
  const todos = structured === undefined && !isError ? todosOf(record, content) : undefined;
  const structuredPointer = todos === undefined ? companionPointer(record) : '/todos';
  observations.push({
    kind: 'call-resulted',
    ref: seen.ref,
    at: seen.at,
    thread: seen.thread,
    callId,
    verdict: feedback === undefined ? verdict : { ...verdict, feedback },
    content,
    structured: structured ?? todos,
    record: asName(memberOf(record, 'uuid')) ?? null,
    requestRecord: asName(memberOf(record, 'sourceToolAssistantUUID')) ?? null,
    background,
    agentId: agentOf(structured, content),
    runId: isObject(structured) ? (asName(structured['runId']) ?? null) : null,
    pointers: {
      content: pointer,
      structured: structured === undefined && todos === undefined ? null : structuredPointer,
    },
    reportedMs: undefined,
    continues: undefined,
    isWrittenWithRequest: undefined,
  });
  if (verdict.status === 'rejected' || verdict.status === 'denied') {
    observations.push(...decided(callId, verdict.status, verdict.failure, content, seen));
  }
}

/** What a result says about the permission that was requested. */
function decided(
  callId: string,
  decision: 'rejected' | 'denied',
  failure: Failure | null,
  content: ResultContent,
  seen: Seen,
): Observation[] {
  const by = deciderOf(failure?.code);
  const message = failure?.message ?? null;
  const observations: Observation[] = [{ kind: 'permission-decided', ...seen, callId, decision, by, message }];
  if (failure?.code === 'hook-blocked') observations.push(...observeRefusal(callId, contentText(content), seen));
  return observations;
}

function deciderOf(code: string | undefined): 'user' | 'rule' | 'classifier' | 'hook' | 'nobody' | 'unknown' {
  switch (code) {
    case 'user-rejected':
      return 'user';
    case 'hook-blocked':
      return 'hook';
    case 'auto-mode':
    case 'auto-mode-unavailable':
      return 'classifier';
    case 'permission-not-granted':
    case 'approval-needed':
      return 'nobody';
    case 'permission-rule':
    case 'outside-workspace':
    case 'tool-policy':
      return 'rule';
    default:
      return 'unknown';
  }
}

export interface UserReading {
  readonly observations: Observation[];
  /** The companion belonged to several results and cannot be assigned for certain. */
  readonly unattributable: boolean;
}

function observeBlock(
  block: unknown,
  pointers: BlockPointers,
  record: JsonObject,
  companion: unknown,
  seen: Seen,
  observations: Observation[],
  version: string | undefined,
): void {
  if (typeof block === 'string') {
    observeText(block, pointers.block, record, seen, observations);
    return;
  }
  if (!isObject(block)) {
    observations.push({ kind: 'unrecognised', ...seen, what: 'user block' });
    return;
  }
  const type = asString(memberOf(block, 'type')) ?? '';
  switch (type) {
    case 'tool_result':
      resulted(record, block, pointers, companion, seen, observations, version);
      return;
    case 'text':
      observeText(asString(block['text']) ?? '', pointers.text, record, seen, observations);
      return;
    case 'image':
    case 'document':
      observations.push(spoken(seen, 'injected', `[${type}]`, pointers.block, null));
      return;
    default:
      observations.push({ kind: 'unrecognised', ...seen, what: `user block ${type}` });
  }
}

/** The structured companion of a record's results. */
export function companionOf(record: JsonObject): unknown {
  return memberOf(record, 'toolUseResult') ?? memberOf(record, 'tool_use_result') ?? undefined;
}

function countResults(blocks: readonly unknown[]): number {
  let results = 0;
  for (let i = 0; i < blocks.length; i++) {
    const block = blocks[i];
    if (isObject(block) && memberOf(block, 'type') === 'tool_result') results++;
  }
  return results;
}

/** Adds what the record says to `observations`. `version` is that of the file's records, if this one leaves it out. */
export function observeUser(
  record: JsonObject,
  seen: Seen,
  observations: Observation[] = [],
  version = asName(record['version']),
): UserReading {
  const message = record['message'];
  const content = isObject(message) ? message['content'] : message;
  if (typeof content === 'string') {
    const pointer = isObject(message) ? '/message/content' : '/message';
    return { observations: observeText(content, pointer, record, seen, observations), unattributable: false };
  }
  const blocks = asArray(content) ?? [];
  const results = countResults(blocks);
  const companion = companionOf(record);
  const attributable = results === 1 ? companion : undefined;
  for (let i = 0; i < blocks.length; i++) {
    observeBlock(blocks[i], blockPointers(i), record, attributable, seen, observations, version);
  }
  return { observations, unattributable: results > 1 && companion !== undefined };
}
