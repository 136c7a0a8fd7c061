// What one line of the hook inbox says: about a call, about its session, and about a subagent.

import { fingerprint } from '../../base/hash.ts';
import { asName, asNumber, asString, type JsonObject } from '../../base/json.ts';
import { clip } from '../../base/text.ts';
import {
  type CallHeard,
  type HeardStage,
  MAIN_THREAD,
  type Observation,
  type SessionFields,
  type ThreadId,
} from '../../model/observation.ts';
import { misread, observed, type Reading } from '../../model/reading.ts';
import type { LineRef } from '../../model/source.ts';
import type { LineReader } from '../format.ts';
import { backgroundOf, verdictOf } from './outcome.ts';
import { ACTIVITIES, CALL_EVENTS, type HookRecord, readRecord } from './records.ts';

const MESSAGE_MAX = 240;

interface Seen {
  readonly ref: LineRef;
  readonly at: number;
  readonly thread: ThreadId;
}

/** Codex' subagents are separate sessions, and are stored as such. */
function threadOf({ agent, input }: HookRecord): ThreadId {
  return agent === 'codex' ? MAIN_THREAD : (asName(input['agent_id']) ?? MAIN_THREAD);
}

const RESULTS: Readonly<Partial<Record<HeardStage, string>>> = {
  after: 'tool_response',
  failed: 'error',
  denied: 'reason',
};

function callHeard(record: HookRecord, stage: HeardStage, seen: Seen): CallHeard {
  const { input, event } = record;
  const background = stage === 'after' ? backgroundOf(input['tool_response']) : null;
  const result = RESULTS[stage];
  const hasInput = input['tool_input'] !== undefined;
  return {
    kind: 'call-heard',
    ...seen,
    id: record.id,
    callId: asName(input['tool_use_id']) ?? null,
    stage,
    doneAt: Math.ceil(record.at + record.tookMs),
    tool: asName(input['tool_name']) ?? '',
    fingerprint: record.inputPrint ?? (hasInput ? fingerprint(input['tool_input']) : null),
    pointers: {
      // A call without an input is still a call: its tool is known.
      input: asName(input['tool_name']) === undefined ? null : '/input/tool_input',
      result: result === undefined || input[result] === undefined ? null : `/input/${result}`,
    },
    runMs: asNumber(input['duration_ms']) ?? null,
    verdict: verdictOf(stage, event, input, background),
    background,
  };
}

const SAID = ['message', 'error', 'reason', 'tool_name', 'source', 'notification_type'] as const;

function messageOf(input: JsonObject): string | null {
  for (const key of SAID) {
    const value = asName(input[key]);
    if (value !== undefined) return clip(value, MESSAGE_MAX);
  }
  return null;
}

/** A session known only from hooks has a folder, too. */
function fieldsOf(input: JsonObject): SessionFields {
  const fields: SessionFields = {};
  const cwd = asName(input['cwd']);
  const permissionMode = asName(input['permission_mode']);
  if (cwd !== undefined) fields.cwd = cwd;
  if (permissionMode !== undefined) fields.permissionMode = permissionMode;
  return fields;
}

function observeRecord(record: HookRecord, ref: LineRef): Observation[] {
  const { event, input } = record;
  // Whole milliseconds, like every log.
  const seen: Seen = { ref, at: Math.floor(record.at), thread: threadOf(record) };
  const activity = ACTIVITIES.get(event);
  const observations: Observation[] = [
    {
      kind: 'session-heard',
      ...seen,
      what: activity ?? 'other',
      event: clip(event, MESSAGE_MAX),
      message: messageOf(input),
    },
    { kind: 'session-described', ...seen, fields: fieldsOf(input), isHint: true },
  ];
  const stage = CALL_EVENTS.get(event);
  if (stage !== undefined) observations.push(callHeard(record, stage, seen));
  const agentId = asName(input['agent_id']);
  if (event === 'SubagentStart' && agentId !== undefined && record.agent !== 'codex') {
    observations.push({
      kind: 'subagent-linked',
      ...seen,
      agentId,
      callId: null,
      runId: null,
      parentAgentId: null,
      agentType: asString(input['agent_type']) ?? null,
      description: null,
      promptHash: null,
    });
  }
  if (activity === undefined) {
    observations.push({ kind: 'unrecognised', ...seen, what: `hook event ${clip(event, 80)}` });
  }
  return observations;
}

export class HookReader implements LineReader {
  readonly #session: string;

  constructor(session: string) {
    this.#session = session;
  }

  read(record: JsonObject, ref: LineRef): Reading {
    const read = readRecord(record);
    if (read === undefined) return misread('not-a-hook-line', 'The line is not one that a hook wrote.');
    // File names can be hashes: another session's line could only get here by a collision.
    if (read.session !== this.#session) return misread('foreign-hook-line', 'The line is about another session.');
    return observed(observeRecord(read, ref));
  }

  /** Every line is independent. */
  state(): unknown {
    return null;
  }
}
