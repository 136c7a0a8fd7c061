// The order in which a session is read: what was said and done as the files have it, subagents below their call.

import { MAIN_THREAD } from '../model/observation.ts';
import type { Compaction, Thread } from '../model/session.ts';
import type { OneSession, Place, SessionPlaces } from '../store/sqlite/queries/one-session.ts';

export type Entry =
  | { readonly kind: 'message'; readonly place: Place; readonly depth: number }
  | { readonly kind: 'call'; readonly place: Place; readonly key: number; readonly depth: number }
  | { readonly kind: 'compaction'; readonly compaction: Compaction; readonly depth: number }
  /** A subagent begins. `isAdrift`: the call that started it is not on record. */
  | { readonly kind: 'thread'; readonly thread: Thread; readonly isAdrift: boolean; readonly depth: number };

/** A chain of subagents longer than this is told one after the other. */
const MAX_DEPTH = 32;

/** A place, or a compaction with the place it stands at. */
type Item =
  | Place
  | { readonly source: number; readonly offset: number; readonly pointer: string; readonly compaction: Compaction };

const byNumber = new Intl.Collator('en', { numeric: true });

function byPlace(a: Item, b: Item): number {
  return a.source - b.source || a.offset - b.offset;
}

/** Items of one line stand together: by the number of the block, the tenth comes after the second. */
function* inOrder(places: Iterable<Place>, compactions: readonly Compaction[]): Generator<Item> {
  const waiting = compactions
    .map((compaction): Item => {
      const { source, offset } = compaction.ref;
      return { source, offset, pointer: '', compaction };
    })
    .sort(byPlace);
  let line: Item[] = [];
  const finished = (): Item[] => line.toSorted((a, b) => byNumber.compare(a.pointer, b.pointer));
  for (const place of places) {
    for (let next = waiting[0]; next !== undefined && byPlace(next, place) <= 0; next = waiting[0]) {
      if (line[0] !== undefined && byPlace(line[0], next) !== 0) {
        yield* finished();
        line = [];
      }
      line.push(next);
      waiting.shift();
    }
    if (line[0] !== undefined && byPlace(line[0], place) !== 0) {
      yield* finished();
      line = [];
    }
    line.push(place);
  }
  yield* finished();
  yield* waiting;
}

function grow<Key, Value>(map: Map<Key, Value[]>, key: Key, value: Value): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [value]);
  else list.push(value);
}

export class Conversation {
  readonly #places: SessionPlaces;
  readonly #compactions = new Map<string, Compaction[]>();
  /** Threads with something to tell. */
  readonly #present: ReadonlySet<string>;
  readonly #threads = new Map<string, Thread>();
  /** Subagents by the id of the call that started them. */
  readonly #started = new Map<string, Thread[]>();
  readonly #told = new Set<string>();

  /** Places are asked for thread by thread and told as they come: a session of any length begins at once. */
  constructor({ threads, compactions }: OneSession, places: SessionPlaces) {
    this.#places = places;
    for (const compaction of compactions) grow(this.#compactions, compaction.thread, compaction);
    this.#present = new Set([...places.threads, ...this.#compactions.keys()]);
    for (const thread of threads) {
      this.#threads.set(thread.id, thread);
      if (thread.parentCall !== null) grow(this.#started, thread.parentCall, thread);
    }
  }

  *entries(): Generator<Entry> {
    yield* this.#thread(MAIN_THREAD, 0);
    for (const id of this.#present) {
      if (this.#told.has(id)) continue;
      const unknown = { agentType: null, description: null, parentCall: null, parentThread: null, depth: 1 };
      yield { kind: 'thread', thread: this.#threads.get(id) ?? { id, ...unknown }, isAdrift: true, depth: 0 };
      yield* this.#thread(id, 1);
    }
  }

  *#thread(id: string, depth: number): Generator<Entry> {
    this.#told.add(id);
    for (const item of inOrder(this.#places.of(id), this.#compactions.get(id) ?? [])) {
      if ('compaction' in item) {
        yield { kind: 'compaction', compaction: item.compaction, depth };
        continue;
      }
      const place = item;
      if (place.call === null) {
        yield { kind: 'message', place, depth };
        continue;
      }
      yield { kind: 'call', place, key: place.call.key, depth };
      for (const thread of this.#started.get(place.call.id) ?? []) {
        const isHere = thread.parentThread === null || thread.parentThread === id;
        if (!isHere || this.#told.has(thread.id) || depth >= MAX_DEPTH || !this.#present.has(thread.id)) continue;
        yield { kind: 'thread', thread, isAdrift: false, depth: depth + 1 };
        yield* this.#thread(thread.id, depth + 1);
      }
    }
  }
}
