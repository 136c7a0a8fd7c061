// Stores messages in pages: a page of one file's messages as one JSON text. Repeated strings (kind, thread, pointer, model) are
// interned in it.

import type { SpokenKind } from '../../model/observation.ts';
import type { Message } from '../../model/session.ts';
import { comparePointers } from '../../model/source.ts';
import { oneOf } from './one-of.ts';

export const SPOKEN = [
  'prompt',
  'answer',
  'thinking',
  'compact-summary',
  'injected',
  'command',
  'shell',
  'notification',
  'interrupt',
  'peer',
  'api-error',
  'notice',
] as const satisfies SpokenKind[];

/** Strings by their positions in the page's list. */
type StoredMessage = readonly [
  offset: number,
  line: number,
  length: number,
  pointer: number,
  what: number,
  thread: number,
  at: number | null,
  size: number,
  model: number | null,
  callId: string | null,
  preview: string,
];

interface StoredPage {
  /** Interned strings. */
  readonly w: readonly string[];
  readonly m: readonly StoredMessage[];
}

export function packMessages(messages: readonly Message[]): string {
  const places = new Map<string, number>();
  const place = (word: string): number => {
    const known = places.get(word);
    if (known !== undefined) return known;
    places.set(word, places.size);
    return places.size - 1;
  };
  const m = messages.map(({ ref, pointer, what, thread, at, size, model, callId, preview }): StoredMessage => {
    const said = [place(pointer), place(what), place(thread)] as const;
    return [ref.offset, ref.line, ref.length, ...said, at, size, model === null ? null : place(model), callId, preview];
  });
  const page: StoredPage = { w: [...places.keys()], m };
  return JSON.stringify(page);
}

/** The messages of a page, in order. `source` is the number of their file. */
export function unpackMessages(source: number, page: string): Message[] {
  // Our own data: the schema's version guarantees its shape.
  const { w, m }: StoredPage = JSON.parse(page);
  const word = (number: number): string => w[number] ?? '';
  return m.map(([offset, line, length, pointer, what, thread, at, size, model, callId, preview]) => ({
    what: oneOf(SPOKEN, word(what)),
    thread: word(thread),
    at,
    preview,
    size,
    model: model === null ? null : word(model),
    callId,
    ref: { source, line, offset, length },
    pointer: word(pointer),
  }));
}

/** Some 15 KB: this much is read and written again when a file grows. */
export const PAGE_MESSAGES = 64;

function byPlace(a: Message, b: Message): number {
  return a.ref.offset - b.ref.offset || comparePointers(a.pointer, b.pointer);
}

/** In order, each place once: of two at one place the later in the list wins. */
export function inOrder(messages: readonly Message[]): readonly Message[] {
  const isInOrder = messages.every((message, i) => {
    const before = messages[i - 1];
    return before === undefined || byPlace(before, message) < 0;
  });
  if (isInOrder) return messages;
  const byKey = new Map(messages.map((message) => [`${message.ref.offset} ${message.pointer}`, message]));
  return [...byKey.values()].sort(byPlace);
}

export function bySource(messages: readonly Message[]): Map<number, Message[]> {
  const sources = new Map<number, Message[]>();
  for (const message of messages) {
    const said = sources.get(message.ref.source);
    if (said === undefined) sources.set(message.ref.source, [message]);
    else said.push(message);
  }
  return sources;
}

export function threadOf([first, ...others]: readonly Message[]): string | null {
  return first !== undefined && others.every(({ thread }) => thread === first.thread) ? first.thread : null;
}
