// From one line of a transcript of Cursor to observations: words, and calls that have neither ids nor times nor results.

import { asArray, asName, asObject, asString, type JsonObject } from '../../base/json.ts';
import { clip } from '../../base/text.ts';
import type { CallRequested, MessageSpoken, Observation, SpokenKind } from '../../model/observation.ts';
import { ignored, misread, observed, type Reading } from '../../model/reading.ts';
import type { LineRef } from '../../model/source.ts';
import type { LineReader, OpenFile } from '../format.ts';

interface Seen {
  readonly ref: LineRef;
  readonly at: null;
  readonly thread: string;
}

/** Replaces thoughts. */
const REDACTED = '[REDACTED]';
const OPEN = '<user_query>';
const CLOSE = '</user_query>';

/** What a person typed, if there is more around it. */
function queryIn(text: string): string | undefined {
  const from = text.indexOf(OPEN);
  const to = from === -1 ? -1 : text.indexOf(CLOSE, from);
  return to === -1 ? undefined : asName(text.slice(from + OPEN.length, to).trim());
}

/** `type: tool_use` in transcripts that were seen; others report the other spellings. */
const CALLS: ReadonlySet<string> = new Set(['tool_use', 'tool_call', 'tool-call']);
const RESULTS: ReadonlySet<string> = new Set(['tool_result', 'tool-result']);

function say(seen: Seen, what: SpokenKind, text: string, pointer: string): Observation[] {
  if (text === '' || text === REDACTED) return [];
  const said: MessageSpoken = { kind: 'message-spoken', ...seen, what, text, pointer, model: null, callId: null };
  const query = what === 'prompt' ? queryIn(text) : undefined;
  return [query === undefined ? said : { ...said, gist: query }];
}

/** A call is named after its place, so that it is the same whenever the line is read. */
function requestOf(block: JsonObject, i: number, seen: Seen): CallRequested {
  const key = 'input' in block ? 'input' : 'args';
  return {
    kind: 'call-requested',
    ...seen,
    callId: asName(block['id']) ?? `${seen.thread}:${seen.ref.line}:${i}`,
    tool: asString(block['name']) ?? asString(block['toolName']) ?? '',
    input: block[key],
    record: null,
    group: `${seen.thread}:${seen.ref.line}`,
    model: null,
    pointer: `/message/content/${i}/${key}`,
  };
}

function observeBlock(value: unknown, i: number, isUser: boolean, seen: Seen): Observation[] {
  const block = asObject(value);
  if (block === undefined) return [];
  const type = asString(block['type']) ?? '';
  if (CALLS.has(type)) return [requestOf(block, i, seen)];
  // A result names a call by an id that no call has: it is unknown whose it is.
  if (RESULTS.has(type)) return [];
  const base = `/message/content/${i}`;
  if (type === 'text') return say(seen, isUser ? 'prompt' : 'answer', asString(block['text']) ?? '', `${base}/text`);
  if (type === 'thinking') return say(seen, 'thinking', asString(block['thinking']) ?? '', `${base}/thinking`);
  if (type === 'image') return say(seen, 'injected', '[image]', base);
  return [{ kind: 'unrecognised', ...seen, what: `block ${clip(type, 80)}` }];
}

export class CursorReader implements LineReader {
  readonly #file: OpenFile;

  constructor(file: OpenFile) {
    this.#file = file;
  }

  state(): unknown {
    return null;
  }

  read(record: JsonObject, ref: LineRef): Reading {
    const seen: Seen = { ref, at: null, thread: this.#file.thread };
    const type = asName(record['type']);
    if (type !== undefined) {
      if (type === 'turn_ended') return ignored('end of a turn');
      return observed([{ kind: 'unrecognised', ...seen, what: clip(type, 80) }]);
    }
    const message = asObject(record['message']);
    const role = asName(record['role']);
    if (message === undefined || role === undefined)
      return misread('not-a-message', 'The line is no message of Cursor.');
    const isUser = role === 'user';
    const content = message['content'];
    const made =
      typeof content === 'string'
        ? say(seen, isUser ? 'prompt' : 'answer', content, '/message/content')
        : (asArray(content) ?? []).flatMap((block, i) => observeBlock(block, i, isUser, seen));
    return made.length === 0 ? ignored('a message without words') : observed(made);
  }
}
