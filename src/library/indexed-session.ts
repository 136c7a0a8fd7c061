// A session being indexed: reads what is new in its files and makes one batch of it.

import { AppError } from '../base/app-error.ts';
import type { Format } from '../formats/format.ts';
import type { Projection } from '../lifecycle/project.ts';
import type { StampedInsights } from '../model/insight-row.ts';
import { type Problem, problem } from '../model/problem.ts';
import { FIRST_SIDE_SOURCE } from '../model/session.ts';
import { compareRefs } from '../model/source.ts';
import { LiveSession } from '../reading/live-session.ts';
import { readSide } from '../reading/read-session.ts';
import type { LogFile, SideFile } from '../sources/discover.ts';
import { coveredBytes, type FileFacts } from '../sources/files/file-stamp.ts';
import { isPassing } from '../sources/files/open-log.ts';
import { diskFiles, type LogFiles } from '../sources/kinds/log-files.ts';
import { hashEnds, hasOwnPlaces, isRendered } from '../sources/kinds/open-source.ts';
import type { SessionBatch, SourceFacts, StoredState } from '../store/session-batch.ts';
import { filesOfCalls } from './call-files.ts';
import { keptInsights } from './insights/kept-insights.ts';
import { type Memory, packMemory } from './saved-state.ts';

/** An unfinished last line is accepted once the file has been at rest for this long. */
export const REST_MS = 2000;

/** A log, or the rest of one, could not be read. */
const UNREADABLE = 'unreadable-log';

/** A state this far behind is saved again, a large one later: this much is read again after a crash. */
const SAVE_AFTER_BYTES = 1024 * 1024;
const SAVE_AFTER_SHARE = 0.2;

/**
 * A log up to this long is read again in about a tenth of a second: when a library is first indexed, no state is saved for one that
 * is at rest. Most of them never grow, and states took half of the time of making rows, and a sixth of the index.
 */
const SOON_READ_BYTES = 4 * 1024 * 1024;

/** Bytes read between two batches: bounds the memory of a batch. */
export const STEP_BYTES = 16 * 1024 * 1024;

/** Most bytes read from several files between two batches: a session can have a thousand short ones. */
const BATCH_BYTES = 2 * STEP_BYTES;

/** Measured rough memory of a call and of a byte of log, to choose which session to drop first. */
const BYTES_PER_CALL = 4096;
const BYTES_PER_LOG_BYTE = 0.05;

/** Matches no log: a file with these is read again from its beginning. */
const UNKNOWN_ENDS = { head: '', tail: '' } as const;

interface Seen {
  facts: FileFacts;
  readonly startedAt: number | null;
}

export interface IndexedSessionOptions {
  readonly memory?: Memory;
  readonly files?: LogFiles | undefined;
  /** True for a session that is not in the index yet: one that is there has grown, and may grow again. */
  readonly isFirstSeen?: boolean;
  /** The session whose lines it may have copied, and whether that log is missing. */
  readonly origin?: string | null | undefined;
  readonly isOrphan?: boolean | undefined;
  /** When its logs were last written, for a session that goes on. */
  readonly modifiedAt?: number;
}

export class IndexedSession {
  readonly live: LiveSession;
  readonly lineage: string | null;
  readonly #files: LogFiles;
  readonly #isFirstSeen: boolean;
  readonly #origin: string | null;
  readonly #isOrphan: boolean;
  readonly #modifiedAt: number;
  readonly #seen = new Map<string, Seen>();
  readonly #sides = new Map<string, FileFacts>();
  readonly #orphans: Map<string, Problem>;
  /** Files read since the last batch. */
  readonly #touched = new Set<string>();
  /** Files whose unfinished last line was accepted. */
  readonly #tails = new Set<string>();
  /** Files that the system could not read to the end the last time. */
  readonly #failed = new Set<string>();
  #isWhole: boolean;
  #hooksSent: number;
  #titlesSent: number;
  #recordsSent: number;
  #unsavedBytes = 0;
  /** Read since the last batch. */
  #untoldBytes = 0;
  /** Null: not known in this process. */
  #wasLive: boolean | null = null;

  constructor(
    format: Format,
    id: string,
    lineage: string | null,
    {
      memory,
      files = diskFiles,
      isFirstSeen = false,
      modifiedAt = 0,
      origin = null,
      isOrphan = false,
    }: IndexedSessionOptions = {},
  ) {
    this.#files = files;
    this.#isFirstSeen = isFirstSeen;
    this.#modifiedAt = modifiedAt;
    const options = { messages: true, tracking: true, open: files.open, isOrphan };
    this.live = new LiveSession(format, id, options, memory?.session);
    this.#origin = origin;
    this.#isOrphan = isOrphan;
    this.lineage = lineage;
    this.#isWhole = memory === undefined;
    this.#orphans = new Map(memory?.orphans);
    this.#hooksSent = this.live.fold.hooks.length;
    this.#titlesSent = this.live.fold.leafTitles.length;
    this.#recordsSent = this.live.fold.tree.size;
  }

  /** Rough memory use. */
  get weight(): number {
    const bytes = this.live.sources.reduce((total, source) => total + source.bytes, 0);
    return this.live.fold.calls.size * BYTES_PER_CALL + bytes * BYTES_PER_LOG_BYTE;
  }

  /** Whether the last reading accepted an unfinished line: then the session must not continue, only a restored one may. */
  get isSpent(): boolean {
    return this.#tails.size > 0;
  }

  /** Whether what is new since the last batch has to be saved. */
  get isUnsaved(): boolean {
    return this.#unsavedBytes > 0;
  }

  /** Whether to emit a batch before reading the next file. */
  get isFull(): boolean {
    return this.#untoldBytes >= BATCH_BYTES;
  }

  numberOf(path: string): number {
    return this.live.sources.findIndex((source) => source.path === path);
  }

  /** Adds a file that the session does not have yet. */
  add(log: Pick<LogFile, 'path' | 'identity'>): void {
    if (this.numberOf(log.path) === -1) this.live.addSource(log.path, log.identity.thread);
  }

  /** Reads what is new in one of its files, or a step of it. Returns the bytes read. */
  async readOn(path: string, startedAt: number | null): Promise<number> {
    const facts = this.#files.facts(path);
    const source = this.numberOf(path);
    if (facts === undefined || source === -1) return 0;
    this.#seen.set(path, { facts, startedAt });
    this.#touched.add(path);
    const bytes = await this.#read(source, hasOwnPlaces(path) ? 'whole' : 'step');
    this.#unsavedBytes += bytes;
    this.#untoldBytes += bytes;
    return bytes;
  }

  async #read(source: number, how: 'whole' | 'step'): Promise<number> {
    const path = this.live.sources[source]?.path ?? '';
    try {
      const bytes = how === 'step' ? await this.live.readSome(source, STEP_BYTES) : await this.#readWhole(source);
      this.live.forget(UNREADABLE, path);
      this.#failed.delete(path);
      return bytes;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      // The error came after the last byte; nothing is missing.
      const bytes = this.live.sources[source]?.bytes ?? 0;
      if (how === 'step' && bytes > 0 && bytes === this.#seen.get(path)?.facts.size) return bytes;
      if (isPassing(error)) this.#failed.add(path);
      const isKnown = this.live.problems.some(({ message }) => message === error.message);
      if (!isKnown) this.live.note(problem(UNREADABLE, error.message, { severity: 'error', params: { path } }));
      return 0;
    }
  }

  #readWhole(source: number): Promise<number> {
    return this.live.readOn(source, { isWhole: true });
  }

  async readSide(side: SideFile): Promise<void> {
    const facts = this.#files.facts(side.path);
    if (facts !== undefined) this.#sides.set(side.path, facts);
    readSide(side, this.live, this.#files.open);
    this.#unsavedBytes++;
  }

  /**
   * Everything new since the last batch. `openCalls` are the stored calls without a result; they are requested only when the
   * session may have fallen silent or become active since they were stored. Between two steps, unfinished last lines are left
   * alone.
   */
  async batch(
    now: number,
    openCalls: () => Promise<readonly string[]>,
    { isStep = false } = {},
  ): Promise<SessionBatch> {
    const { live } = this;
    const { fold } = live;
    const isLive = this.#isLive(now);
    const also = this.#isWhole || this.#wasLive === isLive ? [] : await openCalls();
    const first = live.changes(isLive, also);
    this.#noteOrphans(first);
    const unfinished = isStep ? [] : this.#unfinished(now);
    // Between steps the first state is enough: saving a large one costs as much as reading it again.
    const isDue = isStep ? this.#isWhole : this.#isDue(isLive);
    const state = isDue || unfinished.length > 0 ? this.pack() : undefined;
    // Accepting last lines changes the session: its memory is packed before.
    const packed = state === undefined || unfinished.length === 0 ? state : { ...state, pieces: [...state.pieces] };
    // The next process reads it again: nothing has to be saved later either.
    if (state === undefined && this.#isWhole && !isStep) this.#unsavedBytes = 0;
    const last = unfinished.length === 0 ? first : await this.#takeTails(unfinished, now, first);
    const paths = live.sources.map(({ path }) => path);
    const insights = this.#isWhole && !isStep ? this.#insights(last, now) : undefined;
    const batch: SessionBatch = {
      agent: live.format.agent,
      id: live.id,
      lineage: this.lineage,
      isWhole: this.#isWhole,
      ...(this.#isWhole ? { origin: this.#origin, isOrphan: this.#isOrphan } : {}),
      fields: fold.fields,
      startedAt: fold.startedAt,
      lastAt: fold.lastAt,
      live: this.#isLive(now),
      waits: this.#state === 'waiting',
      threads: last.threads,
      usage: last.usage,
      compactions: fold.compactions,
      sideFiles: live.sideFiles,
      problems: [...live.problems, ...this.#orphans.values()],
      paths,
      sources: [...this.#logFacts(), ...this.#sideFacts()],
      calls: last.calls,
      callFiles: filesOfCalls(last.calls, paths, this.#files.open),
      messages: fold.messages.splice(0),
      leafTitles: fold.leafTitles.length > this.#titlesSent ? [...fold.leafTitles] : [],
      records: fold.tree.placesFrom(this.#recordsSent),
      requests: fold.usage.takeChanged(),
      ...(insights === undefined ? {} : { insights }),
      hooks: fold.hooks.slice(this.#hooksSent),
      ...(packed === undefined ? {} : { state: packed }),
    };
    this.#hooksSent = fold.hooks.length;
    this.#titlesSent = fold.leafTitles.length;
    this.#recordsSent = fold.tree.size;
    this.#touched.clear();
    this.#sides.clear();
    this.#untoldBytes = 0;
    this.#isWhole = false;
    this.#wasLive = batch.live;
    return batch;
  }

  /** Computed here because everything is in memory: later it would have to be read from the index again. */
  #insights({ calls, threads }: Projection, now: number): StampedInsights {
    const { fold } = this.live;
    const { fields, startedAt, lastAt, compactions, hooks } = fold;
    const messages = fold.messages.toSorted((a, b) => compareRefs(a.ref, b.ref));
    const said = { calls, messages, requests: [...fold.usage.requests()] };
    const session = { fields, startedAt, lastAt, live: this.#isLive(now), threads, compactions, hooks };
    return keptInsights({ ...session, ...said }, (message) => this.live.textOf(message));
  }

  /** Its state, according to the database it was read from. */
  get #state(): FileFacts['state'] {
    for (const { facts } of this.#seen.values()) if (facts.state !== undefined) return facts.state;
    return undefined;
  }

  #isLive(now: number): boolean {
    const state = this.#state;
    if (state !== undefined) return state === 'waiting';
    const modifiedAt = Math.max(this.#modifiedAt, ...[...this.#seen.values()].map(({ facts }) => facts.modifiedAt));
    return this.live.isLive(now, modifiedAt);
  }

  #isDue(isLive: boolean): boolean {
    if (this.#isWhole) return isLive || !this.#isFirstSeen || !this.#isSoonRead;
    const bytes = this.live.sources.reduce((total, source) => total + source.bytes, 0);
    return this.#unsavedBytes >= Math.max(SAVE_AFTER_BYTES, bytes * SAVE_AFTER_SHARE);
  }

  /** A single log only: with several, those deleted by then could not be read again. */
  get #isSoonRead(): boolean {
    const [log, ...others] = this.live.sources;
    return log !== undefined && others.length === 0 && log.bytes <= SOON_READ_BYTES;
  }

  /**
   * The session's memory, to be stored before the session continues. Its rows must be on their way to the store: changes have been
   * taken.
   */
  pack(): StoredState {
    this.#unsavedBytes = 0;
    return packMemory({ session: this.live.save(), orphans: this.#orphans });
  }

  close(): void {
    this.live.close();
  }

  /** Files at rest with an unfinished last line. */
  #unfinished(now: number): number[] {
    return this.live.sources.flatMap(({ path, position }, source) => {
      const facts = this.#seen.get(path)?.facts;
      if (facts === undefined || hasOwnPlaces(path) || facts.size <= position.offset) return [];
      return now - facts.modifiedAt < REST_MS ? [] : [source];
    });
  }

  /** Accepts unfinished last lines. The memory kept for later is the session before that: the rest may still come. */
  async #takeTails(unfinished: readonly number[], now: number, before: Projection): Promise<Projection> {
    const wasLive = this.#isLive(now);
    for (const source of unfinished) await this.#read(source, 'whole');
    for (const source of unfinished) this.#tails.add(this.live.pathOf(source));
    const isLive = this.#isLive(now);
    const open = before.calls.filter(({ status }) => status === 'running' || status === 'lost');
    const after = this.live.changes(isLive, isLive === wasLive ? [] : open.map(({ callId }) => callId));
    this.#noteOrphans(after);
    const again = new Set(after.calls.map(({ callId }) => callId));
    return { ...after, calls: [...before.calls.filter(({ callId }) => !again.has(callId)), ...after.calls] };
  }

  #noteOrphans({ calls, problems }: Projection): void {
    for (const { callId } of calls) this.#orphans.delete(callId);
    for (const orphan of problems) this.#orphans.set(String(orphan.params['callId']), orphan);
  }

  #isAsSeen({ path, size, modifiedAt }: FileFacts): boolean {
    const facts = this.#files.facts(path);
    return facts !== undefined && facts.size === size && facts.modifiedAt === modifiedAt;
  }

  #logFacts(): SourceFacts[] {
    return this.live.sources.flatMap(({ path, thread, position, ledger }, num) => {
      const seen = this.#seen.get(path);
      if (seen === undefined || !this.#touched.has(path)) return [];
      const covered = coveredBytes({ path, size: seen.facts.size, offset: position.offset });
      const now = hashEnds(path, covered, this.#files.open);
      if (now === undefined) return [];
      // A rendered log may have changed by now: then nothing says that what was read is still in it.
      const isFailed = this.#failed.has(path);
      const isUnsure = isFailed || (isRendered(path) && !this.#isAsSeen(seen.facts));
      const ends = isUnsure ? UNKNOWN_ENDS : now;
      const isFinished = this.#tails.has(path) || hasOwnPlaces(path) || position.offset >= seen.facts.size;
      return [
        {
          ...seen.facts,
          ...ends,
          // A file that was not read to its end, or whose last line was left alone, counts as changed: it is looked at again.
          size: isFinished && !isFailed ? seen.facts.size : position.offset,
          num,
          thread,
          startedAt: seen.startedAt,
          offset: position.offset,
          line: position.line,
          ledger,
        },
      ];
    });
  }

  #sideFacts(): SourceFacts[] {
    return [...this.#sides.values()].map((facts) => ({
      ...facts,
      head: '',
      tail: '',
      num: FIRST_SIDE_SOURCE + this.live.sideFiles.indexOf(facts.path),
      thread: 'main',
      startedAt: null,
      offset: 0,
      line: 1,
      ledger: null,
    }));
  }
}
