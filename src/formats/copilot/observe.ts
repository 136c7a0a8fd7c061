// From one event of Copilot to observations: one branch per type, nothing dropped silently.

import { asBoolean, asName, asNumber, asObject, asString, type JsonObject } from '../../base/json.ts';
import { clip } from '../../base/text.ts';
import {
  type BackgroundEnded,
  MAIN_THREAD,
  type MessageSpoken,
  type Observation,
  type SpokenKind,
} from '../../model/observation.ts';
import type { Verdict } from '../../model/outcome.ts';
import { ignored, misread, observed, type Reading } from '../../model/reading.ts';
import type { LineRef } from '../../model/source.ts';
import type { LineReader } from '../format.ts';
import { interrupted, observeEnd, observeStart, requestsOf } from './calls.ts';
import { observeHookEnd, observeHookStart } from './hooks.ts';
import { Memory, type OpenCall } from './memory.ts';
import { vscodeVerdict } from './outcome.ts';
import { observeAnswered, observeAsked } from './permissions.ts';
import { type Event, IGNORED, openEvent } from './records.ts';
import * as session from './session.ts';
import { bareId, isSpan, readSpan, recordOf } from './spans.ts';

function spoken({ seen, data }: Event, what: SpokenKind, field: string, model: string | null = null): MessageSpoken[] {
  const text = asName(data[field]);
  if (text === undefined) return [];
  return [{ kind: 'message-spoken', ...seen, what, text, pointer: `/data/${field}`, model, callId: null }];
}

function orIgnored(made: readonly Observation[], reason: string): Reading {
  return made.length === 0 ? ignored(reason) : observed(made);
}

/** A prompt is a person's, or that of the agent that started this one. */
function promptKind({ data }: Event): SpokenKind {
  const source = asName(data['source']);
  return source === undefined || source === 'user' || source.startsWith('agent-') ? 'prompt' : 'injected';
}

function observeMessage(event: Event, memory: Memory): Reading {
  const model = asName(event.data['model']) ?? memory.model;
  return orIgnored(
    [
      ...spoken(event, 'thinking', 'reasoningText', model),
      ...spoken(event, 'answer', 'content', model),
      ...requestsOf(event, memory),
      ...session.usageOfMessage(event, memory),
    ],
    'a message without words',
  );
}

function observeSubagent({ type, data, seen }: Event): Reading {
  const callId = asName(data['toolCallId']);
  if (callId === undefined) return ignored('a subagent without its call');
  const agentType = asName(data['agentName']) ?? null;
  if (type === 'subagent.started') {
    const description = asName(data['agentDisplayName']) ?? null;
    const link = { runId: null, parentAgentId: null, agentType, description, promptHash: null };
    // Named after its call, or, since 1.0.102 at the latest, by its own id, which its events carry.
    const agentId = seen.thread === MAIN_THREAD ? callId : seen.thread;
    return observed([{ kind: 'subagent-linked', ...seen, agentId, callId, ...link }]);
  }
  const tokens = asNumber(data['totalTokens']);
  const toolCalls = asNumber(data['totalToolCalls']);
  const error = asString(data['error']) ?? asString(asObject(data['error'])?.['message']);
  const ended: BackgroundEnded = {
    kind: 'background-ended',
    ...seen,
    callId,
    taskId: null,
    status: asBoolean(data['cancelled']) === true ? 'killed' : type === 'subagent.failed' ? 'failed' : 'completed',
    exitCode: null,
    message: error === undefined ? null : clip(error, 240),
    reportedMs: asNumber(data['durationMs']) ?? null,
    used: { ...(tokens === undefined ? {} : { tokens }), ...(toolCalls === undefined ? {} : { toolCalls }) },
    via: 'notification',
  };
  return observed([ended]);
}

function observeNotification(event: Event): Reading {
  const { data, seen } = event;
  const kind = asObject(data['kind']) ?? {};
  const type = asName(kind['type']) ?? '';
  const told = spoken(event, 'notification', 'content');
  const isShell = type === 'shell_completed' || type === 'shell_detached_completed';
  const taskId = asName(isShell ? kind['shellId'] : kind['agentId']);
  if (taskId === undefined || !(isShell || type === 'agent_completed' || type === 'agent_idle')) {
    return orIgnored(told, 'a notice without words');
  }
  const exitCode = asNumber(kind['exitCode']) ?? null;
  const isFailed = isShell ? exitCode !== null && exitCode !== 0 : asName(kind['status']) === 'failed';
  const ended: BackgroundEnded = {
    kind: 'background-ended',
    ...seen,
    callId: null,
    taskId,
    status: isFailed ? 'failed' : 'completed',
    exitCode,
    message: asName(kind['description']) ?? null,
    reportedMs: null,
    via: 'notification',
  };
  return observed([...told, ended]);
}

type Judge = (data: JsonObject, open: OpenCall | undefined) => Verdict;
type Branch = (event: Event, memory: Memory, judge: Judge) => Reading;

function modelChanged({ data }: Event, memory: Memory): Reading {
  memory.model = asName(data['newModel']) ?? memory.model;
  return ignored('state: model');
}

function modeChanged(event: Event): Reading {
  const permissionMode = asName(event.data['newMode']);
  return orIgnored(permissionMode === undefined ? [] : session.describe(event, { permissionMode }), 'state: mode');
}

const BRANCHES: ReadonlyMap<string, Branch> = new Map<string, Branch>([
  ['session.start', (event, memory) => orIgnored(session.observeStart(event, memory), 'state: session')],
  ['session.resume', (event, memory) => orIgnored(session.observeStart(event, memory), 'state: session')],
  ['session.context_changed', (event) => orIgnored(session.observeContext(event), 'state: session')],
  ['session.model_change', modelChanged],
  ['session.mode_changed', modeChanged],
  ['session.title_changed', (event) => orIgnored(session.observeTitle(event), 'state: session')],
  ['session.info', (event) => orIgnored(spoken(event, 'notice', 'message'), 'a notice without words')],
  ['session.warning', (event) => orIgnored(spoken(event, 'notice', 'message'), 'a notice without words')],
  ['session.error', (event) => orIgnored(spoken(event, 'api-error', 'message'), 'an error without words')],
  ['session.compaction_complete', (event) => observed(session.observeCompaction(event))],
  [
    'session.usage_record',
    (event, memory) => orIgnored(session.usageOfRequest(event, memory), 'a request without tokens'),
  ],
  ['session.shutdown', (event, memory) => orIgnored(session.usageAtEnd(event, memory), 'end of the session')],
  ['user.message', (event) => orIgnored(spoken(event, promptKind(event), 'content'), 'a prompt without words')],
  ['assistant.message', observeMessage],
  ['tool.user_requested', observeStart],
  ['tool.execution_start', observeStart],
  ['tool.execution_complete', observeEnd],
  ['permission.requested', observeAsked],
  ['permission.completed', observeAnswered],
  ['hook.start', observeHookStart],
  ['hook.end', observeHookEnd],
  ['subagent.started', observeSubagent],
  ['subagent.completed', observeSubagent],
  ['subagent.failed', observeSubagent],
  ['system.notification', observeNotification],
  ['abort', (event, memory) => observed([...spoken(event, 'interrupt', 'reason'), ...interrupted(event, memory)])],
]);

export class CopilotReader implements LineReader {
  readonly #memory: Memory;
  readonly #judge: Judge;

  constructor(judge: Judge, state?: unknown) {
    this.#judge = judge;
    this.#memory = new Memory(state);
  }

  state(): unknown {
    return this.#memory.save();
  }

  read(record: JsonObject, ref: LineRef): Reading {
    const event = openEvent(record, ref);
    if (event === undefined) return misread('not-an-event', 'The line is not an event of Copilot.');
    const name = event.id === null ? null : `${event.id} ${event.type} ${event.seen.at}`;
    if (name !== null && name === this.#memory.last) return ignored('written twice');
    this.#memory.last = name;
    const branch = BRANCHES.get(event.type);
    if (branch !== undefined) return branch(event, this.#memory, this.#judge);
    // A run that prints its events prints these too; a session's log has none of them.
    const reason =
      IGNORED.get(event.type) ?? (record['ephemeral'] === true ? 'passing: not kept by the agent' : undefined);
    return reason === undefined
      ? observed([{ kind: 'unrecognised', ...event.seen, what: clip(event.type, 80) }])
      : ignored(reason);
  }
}

/** Named as in the traces of the same chat; and a transcript's remark about a result is replaced by the result itself. */
function asInTraces(seen: Observation): Observation {
  if (seen.kind === 'call-requested') {
    const callId = bareId(seen.callId);
    return { ...seen, callId, record: recordOf(callId) };
  }
  if (seen.kind === 'call-resulted') {
    return { ...seen, callId: bareId(seen.callId), verdict: { ...seen.verdict, placeholder: true } };
  }
  return 'callId' in seen && typeof seen.callId === 'string' ? { ...seen, callId: bareId(seen.callId) } : seen;
}

/** Transcripts of VS Code, and spans of its traces. */
export class VscodeReader implements LineReader {
  readonly #events: CopilotReader;

  constructor(state?: unknown) {
    this.#events = new CopilotReader(vscodeVerdict, state);
  }

  state(): unknown {
    return this.#events.state();
  }

  read(record: JsonObject, ref: LineRef): Reading {
    if (isSpan(record)) return readSpan(record, ref);
    const reading = this.#events.read(record, ref);
    return reading.kind === 'observed' ? { ...reading, observations: reading.observations.map(asInTraces) } : reading;
  }
}
