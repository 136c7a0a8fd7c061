// Keeps the archive up to date with the index: whatever lines the index has read are copied, with the documents
// and large outputs that belong to them. Work is proportional to what is new.

import { lstatSync } from 'node:fs';
import { AppError } from '../base/app-error.ts';
import { sessionKey } from '../base/session-key.ts';
import { spilledOutputs } from '../reading/spilled-output.ts';
import { coveredBytes, endsOf, type FileFacts } from '../sources/files/file-stamp.ts';
import { looking, type OpenFile, openOnDisk } from '../sources/files/open-log.ts';
import { bundlePlace } from '../sources/kinds/bundles.ts';
import { openBelow, type PlaceBelow, pathBelow } from '../sources/kinds/open-below.ts';
import { openLog } from '../sources/kinds/open-source.ts';
import type { Companion } from '../store/companion.ts';
import type { LocalIndex, SourceStamp } from '../store/local-index.ts';
import type { Questions } from '../store/questions.ts';
import {
  describe,
  goesOn,
  holdsAll,
  isCopied,
  isDescribed,
  isInDoubt,
  isWhole,
  lackOf,
  OUTPUT_MAX_BYTES,
  ownPaths,
  SIDE_MAX_BYTES,
  type Sources,
} from './copied.ts';
import { type Copying, type CopyRoom, type CopyTarget, copyFile, copyRoom } from './copy-file.ts';
import { RESERVE_BYTES, requireRoom } from './disk-reserve.ts';
import { PendingWrites } from './pending-writes.ts';
import type { ArchiveStore } from './store/archive-store.ts';
import type { ArchivedFile, FileDescription } from './store/archived-file.ts';
import { uncopiedSessions } from './store/beside-index.ts';

/** Sessions in parallel: while files of one are packed on other threads, those of another are read and written. */
const LANES = 2;

export interface ArchiverOptions {
  /** The data folder: what Toolscope stores itself needs no copy. */
  readonly folder: string;
  /** Copies of these are kept nevertheless. */
  readonly alsoOwn?: ReadonlySet<string>;
  readonly now?: () => number;
  /** Bytes left free on the disk. */
  readonly reserveBytes?: number;
  /** Called with how much there is to copy, before the first full sweep. */
  readonly onPlan?: (total: { readonly files: number; readonly bytes: number }) => void;
  /** Called after each log, with the bytes that were copied. */
  readonly onFile?: (bytes: number) => void;
  /** Receives the paths of logs that were copied from their first byte: this process has packed all of their blocks. */
  readonly packed?: Set<string> | undefined;
}

/** Copied logs of a session that are no longer where they were. Listed when the first of its logs is new. */
class LostLogs {
  readonly #list: () => ArchivedFile[];
  #left: ArchivedFile[] | undefined;

  constructor(list: () => ArchivedFile[]) {
    this.#list = list;
  }

  /** The copy that this file had before it was renamed. */
  take(file: OpenFile): ArchivedFile | undefined {
    this.#left ??= this.#list();
    const found = this.#left.find((copied) => goesOn(file, copied));
    this.#left = this.#left.filter((copied) => copied !== found);
    return found;
  }
}

/** One of several parallel workers. No two sessions share a file: outputs are under their ids. */
interface Lane {
  readonly room: CopyRoom;
  readonly writes: PendingWrites;
  readonly signal: AbortSignal | undefined;
}

/** The index, of which this process is the only writer. */
export interface ArchivedIndex {
  readonly local: LocalIndex;
  readonly questions: Pick<Questions, 'changes'>;
}

/** One list for all lanes. */
function* each(all: readonly Sources[]): Generator<Sources> {
  yield* all;
}

/** A small file next to a log, which may be in a bundle like the log. */
function openBeside(path: string): OpenFile {
  return bundlePlace(path) === undefined ? openOnDisk(path) : openLog(path);
}

export class Archiver implements Companion {
  readonly name = 'archive';
  readonly isPatient = true;
  readonly #store: ArchiveStore;
  readonly #index: LocalIndex;
  readonly #changes: Questions['changes'];
  readonly #now: () => number;
  readonly #options: ArchiverOptions;
  readonly #own: string;
  readonly #rooms = Array.from({ length: LANES }, () => copyRoom());
  /** The change up to which everything is copied; undefined before the first full sweep. */
  #doneTo: number | undefined;

  constructor(store: ArchiveStore, { local, questions }: ArchivedIndex, options: ArchiverOptions) {
    this.#store = store;
    this.#index = local;
    this.#changes = questions.changes;
    this.#options = options;
    this.#now = options.now ?? Date.now;
    this.#own = ownPaths(options.folder);
  }

  async catchUp(signal?: AbortSignal): Promise<void> {
    const to = await this.#changes.last();
    const writes = new PendingWrites(this.#store);
    const sessions = await this.#changed();
    const lanes = this.#rooms.map((room) => this.#lane(sessions, { room, writes, signal }));
    const failed = (await Promise.allSettled(lanes)).find((lane) => lane.status === 'rejected');
    // Whatever was copied until then is written.
    writes.flush();
    if (failed !== undefined) throw failed.reason;
    if (signal?.aborted !== true) this.#doneTo = to;
  }

  async close(): Promise<void> {
    this.#store.close();
  }

  /** One that fails, or is stopped, ends the list for all: the loop closes it. */
  async #lane(sessions: Generator<Sources>, lane: Lane): Promise<void> {
    for (const sources of sessions) {
      if (lane.signal?.aborted === true) return;
      await this.#session(sources, lane);
    }
  }

  async #changed(): Promise<Generator<Sources>> {
    const feed =
      this.#doneTo === undefined ? undefined : await this.#changes.since(this.#doneTo, Number.MAX_SAFE_INTEGER);
    if (feed === undefined || feed.missed) return each(this.#behind());
    const sessions = new Map(
      feed.changes.map(({ agent, session }) => [sessionKey(agent, session), { agent, session }]),
    );
    return this.#sourcesOf(sessions.values());
  }

  *#sourcesOf(sessions: Iterable<{ readonly agent: string; readonly session: string }>): Generator<Sources> {
    for (const { agent, session } of sessions) yield this.#foreign(this.#index.stampsOf(agent, session));
  }

  #foreign(sources: readonly SourceStamp[]): SourceStamp[] {
    const isOwn = (path: string): boolean => path.startsWith(this.#own) && this.#options.alsoOwn?.has(path) !== true;
    return sources.filter(({ path }) => !isOwn(path));
  }

  /** Sessions with a file that is not copied. */
  #behind(): Sources[] {
    const copyAt = (path: string): ArchivedFile | undefined => this.#store.at(path);
    const own = this.#options.alsoOwn === undefined ? [this.#own] : [];
    const behind = uncopiedSessions(this.#store.database, this.#index, own)
      .map(({ agent, session }) => this.#foreign(this.#index.stampsOf(agent, session)))
      .filter((sources) => !sources.every((source) => isCopied(source, copyAt(source.path))));
    const lacks = behind.map((sources) => lackOf(sources, copyAt));
    this.#options.onPlan?.({
      files: lacks.reduce((sum, lack) => sum + lack.files, 0),
      bytes: lacks.reduce((sum, lack) => sum + lack.bytes, 0),
    });
    return behind;
  }

  /** Related files first: a session whose logs are copied is not looked at again. */
  async #session(sources: Sources, lane: Lane): Promise<void> {
    const present = sources.filter(({ goneAt }) => goneAt === null);
    const logs = present.filter(({ isSide }) => !isSide);
    for (const source of present) {
      if (source.isSide) await this.#whole(describe(source, 'side', source.path), SIDE_MAX_BYTES, lane);
    }
    const seen = new Set<string>();
    for (const log of logs) await this.#outputs(log, seen, lane);
    const lost = this.#lost(sources);
    for (const log of logs) await this.#log(log, lost, lane);
  }

  /** `seen`: a session can have a thousand logs that share one folder. */
  async #outputs(log: SourceStamp, seen: Set<string>, lane: Lane): Promise<void> {
    let outputs: PlaceBelow[] = [];
    try {
      outputs = spilledOutputs(log.path, log.session, seen);
    } catch {
      // A folder that cannot be listed: the log is more important, and opening the output will report it.
    }
    for (const place of outputs) {
      await this.#whole(describe(log, 'output', pathBelow(place)), OUTPUT_MAX_BYTES, lane, () => openBelow(place));
    }
  }

  /** A small file, copied whole again whenever it changes. */
  async #whole(
    description: FileDescription,
    maxBytes: number,
    lane: Lane,
    open: () => OpenFile | undefined = () => openBeside(description.path),
  ): Promise<void> {
    const { path } = description;
    const known = this.#store.at(path);
    const isDue = ({ size, modifiedAt }: Pick<FileFacts, 'size' | 'modifiedAt'>): boolean =>
      size <= maxBytes && (known === undefined || !isWhole(known, { size, modifiedAt }));
    // What is in a bundle has no state of its own on the disk.
    if (bundlePlace(path) === undefined) {
      const info = looking(path, () => lstatSync(path, { throwIfNoEntry: false }));
      if (info === undefined || !info.isFile() || !isDue({ size: info.size, modifiedAt: info.mtimeMs })) return;
    }
    await this.#onDisk(open, async (file) => {
      const facts = file.facts();
      if (facts === undefined || !isDue(facts)) return;
      const isSame = (now: typeof facts): boolean => now.size === facts.size && now.modifiedAt === facts.modifiedAt;
      const isBegun = known !== undefined && isSame(known) && goesOn(file, known);
      const target = this.#target(description, file, isBegun ? known : undefined);
      const isDone = await copyFile({ ...this.#copying(lane), target, file, to: facts.size, isSame });
      if (!isDone || known === undefined || isBegun) return;
      // Earlier versions of such a file are useless.
      lane.writes.add(() => this.#store.purge([{ pk: known.pk, forget: true }], this.#now()), 0);
    });
  }

  async #log(source: SourceStamp, lost: LostLogs, lane: Lane): Promise<void> {
    const { path } = source;
    const to = coveredBytes(source);
    const at = this.#store.at(path);
    if (to === 0 || isCopied(source, at)) return;
    await this.#onDisk(
      () => openLog(path),
      async (file) => {
        const isRead = (): boolean => {
          const { head, tail } = endsOf(file, to);
          return head === source.head && tail === source.tail;
        };
        const facts = file.facts();
        // It is not what the index has read: the index will notice, and then it is copied.
        if (facts === undefined || facts.size < to || !isRead()) return;
        const isDoubted = at !== undefined && isInDoubt(at, source);
        const isOther = isDoubted && !holdsAll(file, at, this.#store);
        const known = at !== undefined && !isOther && goesOn(file, at) ? at : lost.take(file);
        const description = describe(source, 'log', path);
        const target = this.#target(description, file, known);
        if (known !== undefined && (known.path !== path || !isDescribed(known, source))) {
          lane.writes.add(() => this.#store.describe(known.pk, description, this.#now()), 0);
        }
        if (isDoubted && known === at) {
          const state = { ...facts, bytes: at.bytes, head: at.head, tail: at.tail };
          lane.writes.add(() => this.#store.put(at.pk, { from: at.bytes, blocks: [], state }), 0);
        }
        const isSame = (now: typeof facts): boolean =>
          (now.size === facts.size && now.modifiedAt === facts.modifiedAt) || isRead();
        await copyFile({ ...this.#copying(lane), target, file, to, isSame });
        if (known === undefined) this.#options.packed?.add(path);
        this.#options.onFile?.(to - target.bytes);
      },
    );
  }

  #lost(sources: Sources): LostLogs {
    const present = new Set(sources.filter(({ goneAt }) => goneAt === null).map(({ path }) => path));
    return new LostLogs(() => {
      const [{ agent, session } = { agent: '', session: '' }] = sources;
      return this.#store
        .ofSession(agent, session)
        .filter(({ kind, bytes, path }) => kind === 'log' && bytes > 0 && !present.has(path));
    });
  }

  readonly #requireRoom = (): void => requireRoom(this.#options.folder, this.#options.reserveBytes ?? RESERVE_BYTES);

  #copying({ room, writes, signal }: Lane): Pick<Copying, 'store' | 'writes' | 'room' | 'beforeStep' | 'signal'> {
    return { store: this.#store, writes, room, beforeStep: this.#requireRoom, signal };
  }

  /** The existing copy, or a new one. */
  #target(description: FileDescription, file: OpenFile, known: ArchivedFile | undefined): CopyTarget {
    const facts = file.facts() ?? { device: '', inode: '', size: 0, modifiedAt: 0 };
    const state = { ...facts, bytes: 0, ...endsOf(file, 0) };
    const add = (): number => this.#store.add(description, state, this.#now());
    return { pk: known?.pk, bytes: known?.bytes ?? 0, add };
  }

  /** A file deleted or made unreadable since the index read it is skipped; our own errors are not. */
  async #onDisk(open: () => OpenFile | undefined, work: (file: OpenFile) => Promise<void>): Promise<void> {
    let file: OpenFile | undefined;
    try {
      file = open();
      if (file !== undefined) await work(file);
    } catch (error) {
      if (!(error instanceof AppError) || (error.code !== 'path-not-found' && error.code !== 'path-unreadable'))
        throw error;
    } finally {
      file?.close();
    }
  }
}
