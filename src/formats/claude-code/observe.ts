// Turns one Claude Code record into observations: one branch per record family, nothing dropped silently.

import { asArray, asName, asNumber, asObject, asString, isObject, type JsonObject, memberOf } from '../../base/json.ts';
import { isImpossibleInstant } from '../../base/time.ts';
import {
  MAIN_THREAD,
  type Observation,
  type RecordNode,
  type SessionDescribed,
  type SessionFields,
  type ThreadId,
} from '../../model/observation.ts';
import {
  IMPOSSIBLE_COUNT,
  IMPOSSIBLE_TIME,
  ignored,
  misread,
  observed,
  type Reading,
  withFinding,
} from '../../model/reading.ts';
import type { LineRef } from '../../model/source.ts';
import type { LineReader, OpenFile } from '../format.ts';
import { hasImpossibleUsage, observeAssistant, spoken, ToldUsage } from './assistant.ts';
import { expandRequests, expandResults, type OpenBatches } from './batch.ts';
import { changedFields, changedRepeated, instantOf, nodeOf, type Seen } from './envelope.ts';
import { isHookAttachment, observeHookAttachment } from './hooks.ts';
import { runOfFolder } from './locate.ts';
import { endStatus, isNotification, readNotifications } from './notification.ts';
import { observeProgress } from './progress.ts';
import { promptHash } from './prompt-hash.ts';
import { CONTEXT_ATTACHMENTS, IGNORED_TYPES } from './records.ts';
import { isStreamBeginning, observeStream, streamInstant } from './stream.ts';
import { StreamMemory } from './stream-memory.ts';
import { observeSystem } from './system.ts';
import { observeText, observeUser } from './user.ts';

interface ReaderState {
  fields: SessionFields;
  /** Circumstances that a subagent's record had first, and no record of the session itself since. */
  besides?: SessionFields;
  /** Root record of every inline sidechain record, so that each sidechain is a thread of its own. */
  sidechains: [string, string][];
  /** The first prompt of a subagent's own file has been seen. */
  linked: boolean;
  /** Unanswered batches. */
  batches?: [string, number][];
  /** State of the stream of a headless run. */
  stream?: unknown;
}

const UNATTRIBUTABLE: readonly string[] = ['structured-result-unattributable'];

export class ClaudeReader implements LineReader {
  readonly #file: OpenFile;
  readonly #fields: SessionFields;
  readonly #sidechains: Map<string, string>;
  readonly #usage = new ToldUsage();
  #besides: SessionFields | undefined;
  #linked: boolean;
  /** When the current record was written. */
  #lastAt: number | null = null;
  readonly #batches: OpenBatches;
  /** The file is not a log but the stream of a headless run. */
  #stream: StreamMemory | undefined;

  constructor(file: OpenFile, state?: unknown) {
    const saved = asObject(state) as ReaderState | undefined;
    this.#file = file;
    this.#fields = { ...saved?.fields };
    this.#sidechains = new Map(saved?.sidechains);
    this.#besides = saved?.besides;
    this.#linked = saved?.linked === true;
    this.#batches = new Map(saved?.batches);
    if (saved?.stream !== undefined) this.#stream = new StreamMemory(saved.stream);
  }

  state(): ReaderState {
    const state: ReaderState = { fields: this.#fields, sidechains: [...this.#sidechains], linked: this.#linked };
    if (this.#besides !== undefined) state.besides = this.#besides;
    if (this.#batches.size > 0) state.batches = [...this.#batches];
    if (this.#stream !== undefined) state.stream = this.#stream.save();
    return state;
  }

  read(record: JsonObject, ref: LineRef): Reading {
    const reading = this.#read(record, ref);
    return this.#isDated(record) ? reading : withFinding(reading, IMPOSSIBLE_TIME);
  }

  /** Whether the time of a record that has one is possible. Most have one and are, and were checked a moment ago. */
  #isDated(record: JsonObject): boolean {
    return this.#lastAt !== null || !isImpossibleInstant(record['timestamp']);
  }

  #read(record: JsonObject, ref: LineRef): Reading {
    const type = asString(record['type']);
    switch (type) {
      case 'user':
      case 'assistant':
      case 'system':
      case 'attachment':
      case 'progress':
        return this.#conversation(type, record, this.#seen(record, ref));
      default:
        return this.#state(type, record, ref);
    }
  }

  #seen(record: JsonObject, ref: LineRef): Seen {
    this.#lastAt = this.#stream === undefined ? instantOf(record) : streamInstant(record);
    return { ref, at: this.#lastAt, thread: this.#threadOf(record) };
  }

  /** Any record can be the one whose circumstances later records leave out because they are the same. */
  #state(type: string | undefined, record: JsonObject, ref: LineRef): Reading {
    const changed = changedRepeated(record, this.#fields);
    if (type === undefined) return misread('no-record-type', 'The record has no type.');
    const seen = this.#seen(record, ref);
    const streamed = this.#streamed(type, record, seen);
    const reading = streamed === undefined ? observeState(type, record, seen, this.#file) : readingOf(streamed);
    if (changed === undefined || reading.kind === 'problem') return reading;
    const own = reading.kind === 'observed' ? reading.observations : [];
    const described = seen.thread === MAIN_THREAD ? describedAs(seen, changed) : this.#hinted(changed, seen);
    return observed([described, ...own], reading.node);
  }

  /** A subagent works where its session does, unless records of the session itself say otherwise. */
  #hinted(changed: SessionFields, seen: Seen): SessionDescribed {
    this.#besides = { ...this.#besides, ...changed };
    return { ...describedAs(seen, changed), isHint: true };
  }

  /** What a record of the conversation says about its session. One of the session itself also confirms what a subagent's said first. */
  #describe(record: JsonObject, seen: Seen, observations: Observation[]): void {
    if (seen.thread !== MAIN_THREAD) {
      const changed = changedRepeated(record, this.#fields);
      if (changed !== undefined) observations.push(this.#hinted(changed, seen));
      return;
    }
    const changed = changedFields(record, this.#fields);
    const fields = this.#besides === undefined ? changed : { ...this.#besides, ...changed };
    this.#besides = undefined;
    if (fields !== undefined) observations.push(describedAs(seen, fields));
  }

  #conversation(type: string, record: JsonObject, seen: Seen): Reading {
    // Records of a stream name no parents: each would be the root of a separate conversation.
    const node = this.#stream === undefined ? nodeOf(record, seen.thread) : null;
    const observations: Observation[] = [];
    this.#describe(record, seen, observations);
    switch (type) {
      case 'user':
        return this.#user(record, seen, node, observations);
      case 'assistant':
        return this.#assistant(record, seen, node, observations);
      default:
        return this.#beside(type, record, seen, node, observations);
    }
  }

  #user(record: JsonObject, seen: Seen, node: RecordNode | null, observations: Observation[]): Reading {
    const message = memberOf(record, 'message');
    if (message === undefined || message === null) return misread('no-message', 'A user record without a message.');
    const { unattributable } = observeUser(record, seen, observations, this.#fields.version);
    if (this.#batches.size > 0) expandResults(observations, this.#batches);
    this.#linkSubagent(record, seen, observations);
    this.#noteFork(record, seen, observations);
    this.#stream?.note(observations);
    return unattributable
      ? { kind: 'observed', observations, node, findings: UNATTRIBUTABLE }
      : observed(observations, node);
  }

  #assistant(record: JsonObject, seen: Seen, node: RecordNode | null, observations: Observation[]): Reading {
    if (!isObject(memberOf(record, 'message'))) return misread('no-message', 'An assistant record without a message.');
    observeAssistant(record, seen, observations, this.#usage);
    expandRequests(observations, this.#batches);
    this.#noteFork(record, seen, observations);
    this.#stream?.note(observations);
    const reading = observed(observations, node);
    return hasImpossibleUsage(record) ? withFinding(reading, IMPOSSIBLE_COUNT) : reading;
  }

  /** Records other than messages. */
  #beside(type: string, record: JsonObject, seen: Seen, node: RecordNode | null, observations: Observation[]): Reading {
    const streamed = type === 'system' ? this.#streamed(type, record, seen) : undefined;
    const told = streamed ?? observeBeside(type, record, seen);
    if (typeof told === 'string') {
      return observations.length === 0 ? ignored(told, node) : observed(observations, node);
    }
    const all = observations.length === 0 ? told : [...observations, ...told];
    this.#noteFork(record, seen, all);
    return observed(all, node);
  }

  /** Records that only the stream of a headless run has. */
  #streamed(type: string, record: JsonObject, seen: Seen): Observation[] | string | undefined {
    if (isStreamBeginning(type, record)) this.#stream ??= new StreamMemory();
    const told = observeStream(type, record, seen, this.#stream);
    if (told !== undefined && typeof told !== 'string') this.#stream?.note(told);
    return told;
  }

  #noteFork(record: JsonObject, seen: Seen, observations: Observation[]): void {
    const fork = record['forkedFrom'];
    const forkedFrom = fork === undefined ? undefined : asName(asObject(fork)?.['sessionId']);
    if (forkedFrom === undefined || this.#fields.forkedFrom !== undefined) return;
    this.#fields.forkedFrom = forkedFrom;
    observations.push(describedAs(seen, { forkedFrom }));
  }

  /** A whole file belongs to one agent; in the oldest layout, records of the main file say so one by one. */
  #threadOf(record: JsonObject): ThreadId {
    if (this.#file.thread !== MAIN_THREAD) return this.#file.thread;
    const parentCall = asName(record['parent_tool_use_id']);
    if (record['isSidechain'] !== true) return parentCall === undefined ? MAIN_THREAD : `call-${parentCall}`;
    const agentId = asName(record['agentId']);
    if (agentId !== undefined) return agentId;
    const uuid = asName(record['uuid']);
    const parent = asName(record['parentUuid']);
    const root = (parent === undefined ? undefined : this.#sidechains.get(parent)) ?? uuid ?? 'unknown';
    if (uuid !== undefined) this.#sidechains.set(uuid, root);
    return `sidechain-${root}`;
  }

  /** The first prompt of a subagent's thread ties it to the call whose input holds the same prompt. */
  #linkSubagent(record: JsonObject, seen: Seen, observations: Observation[]): void {
    if (seen.thread === MAIN_THREAD) return;
    const own = this.#file.thread !== MAIN_THREAD;
    const first = own ? !this.#linked : asName(record['parentUuid']) === undefined;
    if (!first) return;
    if (own) this.#linked = true;
    const message = asObject(memberOf(record, 'message'));
    const content = message?.['content'];
    const block = asObject(asArray(content)?.[0]);
    const prompt = asString(content) ?? asString(block?.['text']);
    observations.push({
      kind: 'subagent-linked',
      ...seen,
      agentId: seen.thread,
      callId: seen.thread.startsWith('call-') ? seen.thread.slice('call-'.length) : null,
      runId: runOfFolder(this.#file.path),
      parentAgentId: null,
      agentType: null,
      description: null,
      promptHash: prompt === undefined ? null : promptHash(prompt),
    });
  }
}

function readingOf(told: Observation[] | string): Reading {
  return typeof told === 'string' ? ignored(told) : observed(told);
}

/** Observations, or the reason why there are none. */
function observeBeside(type: string, record: JsonObject, seen: Seen): Observation[] | string {
  if (type === 'progress') return observeProgress(record, seen);
  return type === 'system' ? observeSystem(record, seen) : observeAttachment(record, seen);
}

/** The agent is reminded of background work, for example after a compaction: its end, or that it is still running. */
function observeTaskStatus(attachment: JsonObject, seen: Seen): Observation[] | string {
  const taskId = asName(attachment['taskId']) ?? null;
  const status = endStatus(attachment['status']);
  if (taskId === null || status === 'unknown') return 'context: task_status';
  const message = asName(attachment['description']) ?? null;
  const told = {
    callId: null,
    taskId,
    status,
    exitCode: null,
    message,
    reportedMs: null,
    via: 'notification',
  } as const;
  return [{ kind: 'background-ended', ...seen, ...told }];
}

/** A person set a goal, on which the agent begins to work; later records say whether it is met. */
function observeGoal(attachment: JsonObject, seen: Seen): Observation[] | string {
  const goal = asName(attachment['condition']);
  if (goal === undefined) return 'context: goal_status';
  return [spoken(seen, 'command', `/goal ${goal}`, '/attachment/condition', null)];
}

function observeAttachment(record: JsonObject, seen: Seen): Observation[] | string {
  const attachment = asObject(memberOf(record, 'attachment'));
  if (attachment === undefined) return [{ kind: 'unrecognised', ...seen, what: 'attachment without content' }];
  const type = asString(memberOf(attachment, 'type')) ?? '';
  if (isHookAttachment(type)) return observeHookAttachment(type, attachment, seen);
  if (type === 'queued_command') {
    const meta = { ...record, origin: attachment['origin'] };
    const prompt = attachment['prompt'];
    if (typeof prompt === 'string') return observeText(prompt, '/attachment/prompt', meta, seen);
    return (asArray(prompt) ?? []).flatMap((part, i) => {
      const pointer = `/attachment/prompt/${i}`;
      if (typeof part === 'string') return observeText(part, pointer, meta, seen);
      const text = asName(asObject(part)?.['text']);
      return text === undefined ? [] : observeText(text, `${pointer}/text`, meta, seen);
    });
  }
  if (type === 'structured_output') {
    const callId = asName(attachment['toolUseID']);
    return callId === undefined
      ? [{ kind: 'unrecognised', ...seen, what: 'structured_output without call' }]
      : [{ kind: 'result-supplemented', ...seen, callId, value: attachment['data'], pointer: '/attachment/data' }];
  }
  if (type === 'task_status') return observeTaskStatus(attachment, seen);
  if (type === 'goal_status' && attachment['sentinel'] === true) return observeGoal(attachment, seen);
  if (CONTEXT_ATTACHMENTS.has(type)) return `context: ${type}`;
  return [{ kind: 'unrecognised', ...seen, what: `attachment/${type}` }];
}

function describedAs(seen: Seen, fields: SessionFields): SessionDescribed {
  return { kind: 'session-described', ...seen, fields };
}

/** It names the session that holds the record it ends with: old versions write titles of other sessions into a new one. */
function summarised(record: JsonObject, seen: Seen): SessionDescribed {
  const said = describedAs(seen, { title: asString(record['summary']) ?? '', titleBy: 'summary' });
  const ofRecord = asName(record['leafUuid']);
  return ofRecord === undefined ? said : { ...said, ofRecord };
}

function described(seen: Seen, fields: SessionFields): Reading {
  return observed([describedAs(seen, fields)]);
}

/** Session state: not in the tree, repeated over and over, the last one counts. */
function observeState(type: string, record: JsonObject, seen: Seen, file: OpenFile): Reading {
  const reason = IGNORED_TYPES.get(type);
  if (reason !== undefined) return ignored(reason);
  switch (type) {
    case 'summary':
      return observed([summarised(record, seen)]);
    case 'ai-title':
      return described(seen, { title: asString(record['aiTitle']) ?? '', titleBy: 'model' });
    case 'custom-title':
      return described(seen, { title: asString(record['customTitle']) ?? '', titleBy: 'user' });
    case 'permission-mode': {
      const permissionMode = asName(record['permissionMode']);
      return permissionMode === undefined ? ignored('state: constant') : described(seen, { permissionMode });
    }
    case 'pr-link': {
      const pullRequest = asName(record['prUrl']);
      return pullRequest === undefined ? ignored('state: empty') : described(seen, { pullRequest });
    }
    case 'cost-state': {
      const costUsd = asNumber(record['totalCostUSD']);
      const toolTimeMs = asNumber(record['totalToolDuration']);
      return described(seen, {
        ...(costUsd === undefined ? {} : { costUsd }),
        ...(toolTimeMs === undefined ? {} : { toolTimeMs }),
      });
    }
    case 'queue-operation': {
      const content = asString(record['content']);
      if (record['operation'] !== 'enqueue' || content === undefined)
        return ignored('queue: repeated where it is delivered');
      return isNotification(content)
        ? observed(readNotifications(content, seen))
        : ignored('queue: repeated where it is delivered');
    }
    case 'fork-context-ref': {
      const parentSession = asName(record['parentSessionId']);
      return parentSession === undefined ? ignored('state: empty') : described(seen, { parentSession });
    }
    case 'launched':
    case 'started':
    case 'result':
      return observeJournal(type, record, seen, file);
    default:
      return observed([{ kind: 'unrecognised', ...seen, what: type }]);
  }
}

/** A workflow's journal: which agents its run started and which of them answered. */
function observeJournal(type: string, record: JsonObject, seen: Seen, file: OpenFile): Reading {
  const runId = runOfFolder(file.path);
  if (runId === null) return observed([{ kind: 'unrecognised', ...seen, what: type }]);
  const agentId = asName(record['agentId']);
  if (type !== 'started' || agentId === undefined) return ignored('workflow: journal');
  return observed([
    {
      kind: 'subagent-linked',
      ...seen,
      agentId,
      callId: null,
      runId,
      parentAgentId: null,
      agentType: asName(record['phase']) ?? null,
      description: asName(record['label']) ?? null,
      promptHash: null,
    },
  ]);
}
