// The reading order of a session: messages and calls as in the files, subagents below their call.

import { MAIN_THREAD } from '../model/observation.ts';
import type { Compaction, Thread } from '../model/session.ts';
import type { EntryPlace, SessionPlaces } from '../store/questions/session-content.ts';
import type { OneSession } from '../store/questions/sessions.ts';

export type Entry =
  | { readonly kind: 'message'; readonly place: EntryPlace; readonly depth: number }
  | { readonly kind: 'call'; readonly id: string; readonly occurrence: number; readonly depth: number }
  | { readonly kind: 'compaction'; readonly compaction: Compaction; readonly depth: number }
  /** A subagent begins. `isAdrift`: the call that started it is not on record. */
  | { readonly kind: 'thread'; readonly thread: Thread; readonly isAdrift: boolean; readonly depth: number };

/** A longer chain of subagents is listed flat. */
const MAX_DEPTH = 32;

/** A position, or a compaction with its position. */
type Item =
  | EntryPlace
  | { readonly source: number; readonly offset: number; readonly pointer: string; readonly compaction: Compaction };

const byNumber = new Intl.Collator('en', { numeric: true });

function byPlace(a: Item, b: Item): number {
  return a.source - b.source || a.offset - b.offset;
}

/** Items of one line stay together, sorted by block number: the tenth comes after the second. */
async function* inOrder(
  places: AsyncIterable<readonly EntryPlace[]>,
  compactions: readonly Compaction[],
): AsyncGenerator<readonly Item[]> {
  const waiting = compactions
    .map((compaction): Item => {
      const { source, offset } = compaction.ref;
      return { source, offset, pointer: '', compaction };
    })
    .sort(byPlace);
  let line: Item[] = [];
  const finished = (): Item[] => line.toSorted((a, b) => byNumber.compare(a.pointer, b.pointer));
  for await (const batch of places) {
    const items: Item[] = [];
    for (const place of batch) {
      for (let next = waiting[0]; next !== undefined && byPlace(next, place) <= 0; next = waiting[0]) {
        if (line[0] !== undefined && byPlace(line[0], next) !== 0) {
          items.push(...finished());
          line = [];
        }
        line.push(next);
        waiting.shift();
      }
      if (line[0] !== undefined && byPlace(line[0], place) !== 0) {
        items.push(...finished());
        line = [];
      }
      line.push(place);
    }
    yield items;
  }
  yield [...finished(), ...waiting];
}

function grow<Key, Value>(map: Map<Key, Value[]>, key: Key, value: Value): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [value]);
  else list.push(value);
}

export class Conversation {
  readonly #places: SessionPlaces;
  readonly #compactions = new Map<string, Compaction[]>();
  /** Threads that have entries. */
  readonly #present: ReadonlySet<string>;
  readonly #threads = new Map<string, Thread>();
  /** Subagents by the id of the call that started them. */
  readonly #started = new Map<string, Thread[]>();
  readonly #told = new Set<string>();

  /** Entries are read thread by thread and yielded as they come: a session of any length starts at once. */
  constructor({ threads, compactions }: OneSession, places: SessionPlaces) {
    this.#places = places;
    for (const compaction of compactions) grow(this.#compactions, compaction.thread, compaction);
    this.#present = new Set([...places.threads, ...this.#compactions.keys()]);
    for (const thread of threads) {
      this.#threads.set(thread.id, thread);
      if (thread.parentCall !== null) grow(this.#started, thread.parentCall, thread);
    }
  }

  async *entries(): AsyncGenerator<Entry> {
    yield* this.#thread(MAIN_THREAD, 0);
    for (const id of this.#present) {
      if (this.#told.has(id)) continue;
      const unknown = { agentType: null, description: null, parentCall: null, parentThread: null, depth: 1 };
      yield { kind: 'thread', thread: this.#threads.get(id) ?? { id, ...unknown }, isAdrift: true, depth: 0 };
      yield* this.#thread(id, 1);
    }
  }

  async *#thread(id: string, depth: number): AsyncGenerator<Entry> {
    this.#told.add(id);
    for await (const items of inOrder(this.#places.of(id), this.#compactions.get(id) ?? [])) {
      for (const item of items) yield* this.#item(id, item, depth);
    }
  }

  async *#item(id: string, item: Item, depth: number): AsyncGenerator<Entry> {
    if ('compaction' in item) {
      yield { kind: 'compaction', compaction: item.compaction, depth };
      return;
    }
    if (item.call === null) {
      yield { kind: 'message', place: item, depth };
      return;
    }
    yield { kind: 'call', ...item.call, depth };
    for (const thread of this.#started.get(item.call.id) ?? []) {
      const isHere = thread.parentThread === null || thread.parentThread === id;
      if (!isHere || this.#told.has(thread.id) || depth >= MAX_DEPTH || !this.#present.has(thread.id)) continue;
      yield { kind: 'thread', thread, isAdrift: false, depth: depth + 1 };
      yield* this.#thread(thread.id, depth + 1);
    }
  }
}
