// Owns a RAP thread on its way into the index: takes new events and makes one batch of what they changed.

import { rap } from '../formats/rap/format.ts';
import { MAIN_THREAD } from '../model/observation.ts';
import type { Problem } from '../model/problem.ts';
import { type RapEvent, rapRecord } from '../model/rap-event.ts';
import { LiveSession } from '../reading/live-session.ts';
import { lineOf, refOf } from '../sources/rap-journal/thread-log.ts';
import type { SessionBatch, SessionState, SourceFacts } from '../store/index/session-batch.ts';
import { packMemory, unpackMemory } from './saved-state.ts';

/** Added to the number of a state's format: the states of files are not for threads, nor the other way round. */
const THREAD_STATES = 1_000_000;

/** A state this many events behind is saved anew, a large one later. */
const SAVE_AFTER_EVENTS = 512;
const SAVE_AFTER_SHARE = 0.2;

/** Rough memory of a call, for choosing whom to forget first. */
const BYTES_PER_CALL = 4096;

/** What the database says of the thread, beside its events. */
export interface ThreadStamp extends Pick<SourceFacts, 'device' | 'inode' | 'head' | 'tail'> {
  readonly live: boolean;
}

export class RapSession {
  readonly path: string;
  readonly #live: LiveSession;
  readonly #orphans: Map<string, Problem>;
  #isWhole: boolean;
  #unsaved = 0;

  constructor(groupId: string, path: string, state?: SessionState) {
    const memory = state === undefined ? undefined : unpackMemory({ ...state, format: state.format - THREAD_STATES });
    this.path = path;
    this.#live = new LiveSession(rap, groupId, { messages: true, tracking: true }, memory?.session);
    this.#orphans = new Map(memory?.orphans);
    this.#isWhole = memory === undefined;
    if (memory === undefined) this.#live.addSource(path, MAIN_THREAD);
  }

  /** Whether nothing is remembered: all events of the thread are new. */
  get isFresh(): boolean {
    return this.#isWhole && this.position === 0;
  }

  get isUnsaved(): boolean {
    return this.#unsaved > 0;
  }

  /** The number of the last event. */
  get position(): number {
    return this.#live.sources[0]?.position.offset ?? 0;
  }

  get weight(): number {
    return this.#live.fold.calls.size * BYTES_PER_CALL;
  }

  /**
   * An event that was taken before is left alone, and so are states of views: the next one takes their place in the
   * journal, and the index must not depend on which of them it happened to see.
   */
  take(event: RapEvent): void {
    if (event.seq <= this.position || event.kind === 'view_update') return;
    this.#live.take(0, rapRecord(event), refOf(event, Buffer.byteLength(lineOf(event))));
    this.#unsaved++;
  }

  batch({ live, ...stamp }: ThreadStamp): SessionBatch {
    const { fold } = this.#live;
    const projection = this.#live.changes(live);
    for (const { callId } of projection.calls) this.#orphans.delete(callId);
    for (const orphan of projection.problems) this.#orphans.set(String(orphan.params['callId']), orphan);
    const batch: SessionBatch = {
      agent: rap.agent,
      id: this.#live.id,
      lineage: null,
      isWhole: this.#isWhole,
      fields: fold.fields,
      startedAt: fold.startedAt,
      lastAt: fold.lastAt,
      live,
      threads: projection.threads,
      usage: projection.usage,
      compactions: fold.compactions,
      sideFiles: [],
      problems: [...this.#live.problems, ...this.#orphans.values()],
      paths: [this.path],
      sources: this.#sources(stamp),
      calls: projection.calls,
      messages: fold.messages.splice(0),
      hooks: [],
      ...(this.#isDue ? { state: this.pack() } : {}),
    };
    this.#isWhole = false;
    return batch;
  }

  /** Its memory, for a later process to go on with. */
  pack(): SessionState {
    this.#unsaved = 0;
    const { format, pieces } = packMemory({ session: this.#live.save(), orphans: this.#orphans });
    return { format: format + THREAD_STATES, pieces };
  }

  close(): void {
    this.#live.close();
  }

  get #isDue(): boolean {
    const events = this.#live.sources[0]?.ledger.lines ?? 0;
    return this.#unsaved >= Math.max(SAVE_AFTER_EVENTS, events * SAVE_AFTER_SHARE);
  }

  #sources(stamp: Omit<ThreadStamp, 'live'>): SourceFacts[] {
    const { fold } = this.#live;
    return this.#live.sources.map(({ path, thread, position, ledger, bytes }) => ({
      ...stamp,
      path,
      num: 0,
      thread,
      size: bytes,
      modifiedAt: fold.lastAt ?? 0,
      startedAt: fold.startedAt,
      offset: position.offset,
      line: position.line,
      ledger,
    }));
  }
}
