// Turns one record of Qwen Code into observations: one branch per type, nothing dropped silently.

import { fingerprint } from '../../base/hash.ts';
import { asName, asNumber, asObject, asString, type JsonObject } from '../../base/json.ts';
import { clip } from '../../base/text.ts';
import type {
  BackgroundEnded,
  MessageSpoken,
  Observation,
  SessionFields,
  SpokenKind,
} from '../../model/observation.ts';
import { ignored, misread, observed, type Reading } from '../../model/reading.ts';
import type { LineRef } from '../../model/source.ts';
import type { LineReader } from '../format.ts';
import { textsIn, usageOfCounts } from '../gemini-parts.ts';
import { requestOf, resultOf, telemetryOf } from './calls.ts';
import { Memory } from './memory.ts';
import { type Entry, IGNORED, openEntry } from './records.ts';

function spoken({ seen, record }: Entry, what: SpokenKind, text: string, pointer: string): MessageSpoken[] {
  if (text.trim() === '') return [];
  const model = what === 'answer' || what === 'thinking' ? (asName(record['model']) ?? null) : null;
  return [{ kind: 'message-spoken', ...seen, what, text, pointer, model, callId: null }];
}

/** Hooks add their own parts to what goes to the model in a person's name. */
const ADDED = /^\s{0,20}<qwen:/;

function promptKind({ subtype, record }: Entry): SpokenKind {
  if (subtype === 'notification') return 'notification';
  if (subtype !== '' && subtype !== 'mid_turn_user_message') return 'injected';
  return record['provenance'] === 'system' || record['provenance'] === 'goal_runtime' ? 'injected' : 'prompt';
}

const ENDS: ReadonlyMap<unknown, BackgroundEnded['status']> = new Map<unknown, BackgroundEnded['status']>([
  ['completed', 'completed'],
  ['success', 'completed'],
  ['failed', 'failed'],
  ['error', 'failed'],
  ['cancelled', 'killed'],
  ['killed', 'killed'],
]);

/** A notice of background work says which call started it. */
function endOf({ payload, seen }: Entry): Observation[] {
  const task = asObject(payload['backgroundTask']);
  const status = ENDS.get(task?.['status']);
  if (task === undefined || status === undefined) return [];
  return [
    {
      kind: 'background-ended',
      ...seen,
      callId: asName(task['toolUseId']) ?? null,
      taskId: asName(task['taskId']) ?? null,
      status,
      exitCode: null,
      message: asName(task['description']) ?? null,
      reportedMs: null,
      via: 'notification',
    },
  ];
}

function observeUser(entry: Entry): Observation[] {
  const kind = promptKind(entry);
  const said = textsIn(entry.parts, '/message/parts').flatMap(({ text, pointer }, i) =>
    spoken(entry, ADDED.test(text) || (i > 0 && kind === 'prompt') ? 'injected' : kind, text, pointer),
  );
  return [...said, ...endOf(entry)];
}

function usageOf({ record, seen, id }: Entry): Observation[] {
  const used = asObject(record['usageMetadata']);
  if (used === undefined || id === null || asNumber(used['promptTokenCount']) === undefined) return [];
  const usage = usageOfCounts({
    prompt: used['promptTokenCount'],
    answer: used['candidatesTokenCount'],
    cached: used['cachedContentTokenCount'],
    thoughts: used['thoughtsTokenCount'],
    tool: used['toolUsePromptTokenCount'],
    total: used['totalTokenCount'],
  });
  const contextWindow = asNumber(record['contextWindowSize']);
  return [{ kind: 'usage-counted', ...seen, key: id, model: asName(record['model']) ?? null, usage, contextWindow }];
}

function observeAssistant(entry: Entry): Observation[] {
  const made = entry.parts.flatMap((value, i): Observation[] => {
    const part = asObject(value) ?? {};
    const text = asString(part['text']);
    if (text === undefined) return requestOf(part, i, entry);
    return spoken(entry, part['thought'] === true ? 'thinking' : 'answer', text, `/message/parts/${i}/text`);
  });
  return [...made, ...usageOf(entry)];
}

function observeTelemetry(entry: Entry): Observation[] {
  const event = asObject(entry.payload['uiEvent']) ?? {};
  const name = asString(event['event.name']) ?? '';
  if (name.endsWith('tool_call')) return telemetryOf(event, entry);
  if (!name.endsWith('api_error')) return [];
  const key = asString(event['error_message']) === undefined ? 'error' : 'error_message';
  return spoken(entry, 'api-error', asString(event[key]) ?? '', `/systemPayload/uiEvent/${key}`);
}

function observeCompression({ payload, seen }: Entry): Observation[] {
  const info = asObject(payload['info']) ?? {};
  return [
    {
      kind: 'context-compacted',
      ...seen,
      trigger: asName(info['triggerReason']) ?? 'unknown',
      preTokens: asNumber(info['originalTokenCount']) ?? null,
      postTokens: asNumber(info['newTokenCount']) ?? null,
    },
  ];
}

function observeTurn(entry: Entry): Observation[] {
  const { state, error } = entry.payload;
  if (state === 'cancelled') return spoken(entry, 'interrupt', state, '/systemPayload/state');
  const message = asString(asObject(error)?.['message']) ?? '';
  return state === 'error' ? spoken(entry, 'api-error', message, '/systemPayload/error/message') : [];
}

function described({ seen }: Entry, fields: SessionFields): Observation[] {
  return Object.keys(fields).length === 0 ? [] : [{ kind: 'session-described', ...seen, fields }];
}

type Branch = readonly [reason: string, (entry: Entry) => Observation[]];

const SYSTEM: ReadonlyMap<string, Branch> = new Map<string, Branch>([
  ['ui_telemetry', ['told by its message or its result', observeTelemetry]],
  ['chat_compression', ['a compaction', observeCompression]],
  ['turn_result', ['end of a turn', observeTurn]],
  [
    'slash_command',
    [
      'what a command of the person showed',
      (entry) => {
        if (entry.payload['phase'] === 'result') return [];
        const what = entry.payload['sentToModel'] === false ? 'notice' : 'command';
        return spoken(entry, what, asString(entry.payload['rawCommand']) ?? '', '/systemPayload/rawCommand');
      },
    ],
  ],
  [
    'custom_title',
    [
      'a session without a title',
      (entry) => {
        const title = asName(entry.payload['customTitle']);
        const titleBy = entry.payload['titleSource'] === 'auto' ? 'model' : 'user';
        return title === undefined ? [] : described(entry, { title, titleBy });
      },
    ],
  ],
  [
    'parent_session',
    [
      'state: session',
      (entry) => {
        const parentSession = asName(entry.payload['parentSessionId']);
        return parentSession === undefined ? [] : described(entry, { parentSession });
      },
    ],
  ],
  [
    'session_approval_mode',
    [
      'state: mode',
      (entry) => {
        const permissionMode = asName(entry.payload['mode']);
        return permissionMode === undefined ? [] : described(entry, { permissionMode });
      },
    ],
  ],
]);

export class QwenReader implements LineReader {
  readonly #thread: string;
  readonly #memory: Memory;

  constructor(thread: string, state?: unknown) {
    this.#thread = thread;
    this.#memory = new Memory(state);
  }

  state(): unknown {
    return this.#memory.save();
  }

  read(record: JsonObject, ref: LineRef): Reading {
    const opened = openEntry(record, ref, this.#thread);
    if (opened === undefined) return misread('not-a-record', 'The line is not a record of Qwen Code.');
    // A message can be written in pieces under one id: the later ones are not copies, and have no place of their own.
    const { id } = opened;
    const isPiece =
      id !== null && this.#memory.isAnotherPiece(id, fingerprint([record['message'] ?? null, opened.payload]));
    const entry = isPiece ? { ...opened, node: null } : opened;
    const circumstances = described(entry, this.#memory.changed(record));
    const reading = this.#observe(entry);
    if (circumstances.length === 0 || reading.kind === 'problem') return reading;
    return observed([...circumstances, ...(reading.kind === 'observed' ? reading.observations : [])], entry.node);
  }

  #observe(entry: Entry): Reading {
    const { type, subtype, node, seen } = entry;
    const made = (observations: readonly Observation[], reason: string): Reading =>
      observations.length === 0 ? ignored(reason, node) : observed(observations, node);
    switch (type) {
      case 'user':
        return made(observeUser(entry), 'a prompt without words');
      case 'assistant':
        return made(observeAssistant(entry), 'a message without words');
      case 'tool_result': {
        const result = resultOf(entry);
        return result === undefined
          ? misread('no-call-id', 'The result of a call without its id.')
          : observed(result, node);
      }
      case 'system': {
        const branch = SYSTEM.get(subtype);
        if (branch !== undefined) return made(branch[1](entry), branch[0]);
        const reason = subtype === 'notification' ? 'a notice' : IGNORED.get(subtype);
        if (reason !== undefined) return made(endOf(entry), reason);
        return observed([{ kind: 'unrecognised', ...seen, what: `system ${clip(subtype, 80)}` }], node);
      }
      default:
        return observed([{ kind: 'unrecognised', ...seen, what: clip(type, 80) }], node);
    }
  }
}
