// Turns one line of a chat into observations. A line is the head, a message, `$set` or `$rewindTo`; a message can be repeated.

import { asArray, asName, asObject, type JsonObject } from '../../base/json.ts';
import { parseInstant } from '../../base/time.ts';
import type { Observation, RecordNode, SessionFields } from '../../model/observation.ts';
import { ignored, misread, observed, type Reading } from '../../model/reading.ts';
import type { LineRef } from '../../model/source.ts';
import type { LineReader, OpenFile } from '../format.ts';
import { Memory } from './memory.ts';
import { isSnapshot, observeMessage } from './messages.ts';
import { isHead, type Seen } from './records.ts';

function describe(state: JsonObject, seen: Seen): Observation[] {
  const fields: SessionFields = {};
  const cwd = asName((asArray(state['directories']) ?? [])[0]);
  const title = asName(state['summary']);
  if (cwd !== undefined) fields.cwd = cwd;
  if (title !== undefined) {
    fields.title = title;
    fields.titleBy = 'summary';
  }
  return Object.keys(fields).length === 0 ? [] : [{ kind: 'session-described', ...seen, fields }];
}

export class GeminiReader implements LineReader {
  readonly #thread: string;
  readonly #root: string;
  readonly #memory: Memory;

  constructor({ session, thread }: Pick<OpenFile, 'session' | 'thread'>, state?: unknown) {
    this.#thread = thread;
    this.#root = `${session} ${thread}`;
    this.#memory = new Memory(state);
  }

  state(): unknown {
    return this.#memory.save();
  }

  read(record: JsonObject, ref: LineRef): Reading {
    const memory = this.#memory;
    const target = asName(record['$rewindTo']);
    if (target !== undefined) return this.#rewind(target, ref);
    memory.rewound = null;
    const changes = asObject(record['$set']);
    if (changes !== undefined) return this.#set(changes, ref);
    const id = asName(record['id']);
    if (id !== undefined) return this.#message(id, record, ref);
    return isHead(record)
      ? this.#head(record, ref)
      : misread('not-a-record', 'The line is not one of a chat of Gemini CLI.');
  }

  #seen(ref: LineRef, time: unknown): Seen {
    return { ref, at: parseInstant(time), thread: this.#thread };
  }

  #node(id: string, parent: string | null, canBeLeaf = true): RecordNode {
    return { id, parent, thread: this.#thread, canBeLeaf, compaction: false, group: null };
  }

  #head(record: JsonObject, ref: LineRef): Reading {
    const seen = this.#seen(ref, record['startTime']);
    const node = this.#node(this.#root, null, false);
    const made = [...describe(record, seen), ...this.#history(record['messages'], '/messages', ref)];
    return made.length === 0 ? ignored('state: session', node) : observed(made, node);
  }

  /** A message has its place in the tree once, where it was first written. */
  #message(id: string, message: JsonObject, ref: LineRef): Reading {
    const memory = this.#memory;
    const isNew = !memory.knows(id);
    const node = isNew ? this.#node(id, memory.leaf ?? this.#root) : null;
    const seen = this.#seen(ref, message['timestamp']);
    const made = observeMessage({ id, message, seen, pointer: '', isHistory: false }, memory);
    memory.standing.add(id);
    if (isNew) {
      memory.placed.add(id);
      memory.leaf = id;
    }
    if (made.length > 0) return observed(made, node);
    return ignored(isNew ? 'a message without words' : 'written again: told before', node);
  }

  #set(changes: JsonObject, ref: LineRef): Reading {
    const seen = this.#seen(ref, changes['lastUpdated']);
    const made = [...describe(changes, seen), ...this.#history(changes['messages'], '/$set/messages', ref)];
    return made.length === 0 ? ignored('state: session') : observed(made);
  }

  /** A whole history replaces the messages: missing ones were summarised or masked, and stay as they were. */
  #history(value: unknown, pointer: string, ref: LineRef): Observation[] {
    const messages = asArray(value);
    if (messages === undefined) return [];
    const memory = this.#memory;
    const made: Observation[] = [];
    const standing = new Set<string>();
    const isHistory = memory.standing.size > 0;
    for (const [i, item] of messages.entries()) {
      const message = asObject(item) ?? {};
      const id = asName(message['id']);
      if (id === undefined) continue;
      standing.add(id);
      if (memory.knows(id)) continue;
      const seen = this.#seen(ref, message['timestamp']);
      if (isHistory && isSnapshot(message)) {
        made.push({ kind: 'context-compacted', ...seen, trigger: 'unknown', preTokens: null, postTokens: null });
      }
      made.push(...observeMessage({ id, message, seen, pointer: `${pointer}/${i}`, isHistory }, memory));
    }
    memory.standing = standing;
    return made;
  }

  /** If duplicated, the second one would find nothing to go back to. */
  #rewind(target: string, ref: LineRef): Reading {
    const memory = this.#memory;
    if (memory.rewound === target) return ignored('written twice');
    memory.rewound = target;
    memory.rewind(target);
    const parent = memory.leaf ?? this.#root;
    return ignored('went back', this.#node(`back to ${target} at ${ref.source} ${ref.offset}`, parent));
  }
}
