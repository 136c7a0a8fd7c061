// Turns one record of OpenCode into observations: one branch per type, nothing dropped silently.

import { asArray, asName, asNumber, asObject, asString, type JsonObject } from '../../base/json.ts';
import { clip } from '../../base/text.ts';
import type { SpokenKind, ThreadId } from '../../model/observation.ts';
import { ignored, misread, observed, type Reading } from '../../model/reading.ts';
import type { LineRef } from '../../model/source.ts';
import type { LineReader } from '../format.ts';
import { observeCall } from './calls.ts';
import { Memory } from './memory.ts';
import type { PartSeen, Seen } from './records.ts';
import * as session from './session.ts';

/** Ignored: what they say is said elsewhere, or is not shown. */
const IGNORED: ReadonlyMap<string, string> = new Map([
  ['step-start', 'start of a step'],
  ['snapshot', 'state: files'],
  ['patch', 'files of a step: told by its calls'],
  ['file', 'an attachment'],
  ['agent', 'an agent that a prompt names'],
  ['subtask', 'told by its call'],
]);

function whatIsSaid({ part, role, isSummary }: PartSeen): SpokenKind {
  if (part['type'] === 'reasoning') return 'thinking';
  if (role === 'user') return part['synthetic'] === true ? 'injected' : 'prompt';
  return isSummary ? 'compact-summary' : 'answer';
}

/** Reported when complete: an earlier event has the beginning of it, or nothing. */
function observeText(seen: PartSeen, memory: Memory): Reading {
  const { part, role, model, isLast, record } = seen;
  const text = asString(part['text']) ?? '';
  const isWhole = isLast || role === 'user' || asNumber(asObject(part['time'])?.['end']) !== undefined;
  if (!isWhole) return ignored('a text that is being written');
  if (text.trim() === '') return ignored('a text without words');
  if (part['ignored'] === true) return ignored('a text that the model does not see');
  if (!memory.isNews(`text ${record}`)) return ignored('a text told before');
  const what = whatIsSaid(seen);
  const said = { kind: 'message-spoken', ...seen.seen, what, text, pointer: '/part/text', callId: null } as const;
  return observed([{ ...said, model: role === 'user' ? null : model }]);
}

type PartBranch = (part: PartSeen, memory: Memory) => Reading;

const PARTS: ReadonlyMap<string, PartBranch> = new Map<string, PartBranch>([
  ['text', observeText],
  ['reasoning', observeText],
  ['tool', observeCall],
  ['step-finish', session.observeUsage],
  ['retry', session.observeRetry],
  ['compaction', session.observeCompaction],
]);

function observePart(record: JsonObject, seen: Seen, memory: Memory): Reading {
  const part = asObject(record['part']);
  const id = asName(record['id']);
  const type = asName(part?.['type']);
  if (part === undefined || id === undefined || type === undefined) {
    return misread('not-a-part', 'The row of a part holds none.');
  }
  const branch = PARTS.get(type);
  if (branch === undefined) {
    const reason = IGNORED.get(type);
    if (reason !== undefined) return ignored(reason);
    return observed([{ kind: 'unrecognised', ...seen, what: `part ${clip(type, 80)}` }]);
  }
  return branch(
    {
      part,
      seen,
      record: id,
      created: asNumber(record['created']) ?? null,
      message: asName(record['message']) ?? null,
      role: asName(record['role']) ?? null,
      model: asName(record['model']) ?? null,
      isSummary: record['isSummary'] === true,
      isLast: record['isLast'] === true,
    },
    memory,
  );
}

function observeRemoved(record: JsonObject, seen: Seen): Reading {
  const records = (asArray(record['ids']) ?? []).filter((id) => typeof id === 'string');
  return observed([{ kind: 'records-superseded', ...seen, records }]);
}

/** The next generation of events repeats what parts say; none of the others is about calls. */
function observeEvent(record: JsonObject, seen: Seen): Reading {
  const name = asName(record['name']) ?? '';
  if (name.startsWith('session.next.')) return ignored('twin of a part');
  if (name.startsWith('session.')) return ignored('state: session');
  return observed([{ kind: 'unrecognised', ...seen, what: `event ${clip(name, 80)}` }]);
}

export class OpenCodeReader implements LineReader {
  readonly #thread: ThreadId;
  readonly #memory: Memory;

  constructor(thread: ThreadId, state?: unknown) {
    this.#thread = thread;
    this.#memory = new Memory(state);
  }

  state(): unknown {
    return this.#memory.save();
  }

  read(record: JsonObject, ref: LineRef): Reading {
    const seen: Seen = { ref, at: asNumber(record['at']) ?? null, thread: this.#thread };
    switch (record['type']) {
      case 'session':
        return session.observeHead(record, seen);
      case 'session-state':
        return session.observeState(record, seen);
      case 'message':
        return session.observeMessage(record, seen, this.#memory);
      case 'part':
        return observePart(record, seen, this.#memory);
      case 'removed':
        return observeRemoved(record, seen);
      case 'event':
        return observeEvent(record, seen);
      default:
        return misread('not-a-record', 'The line is not a record of OpenCode.');
    }
  }
}
