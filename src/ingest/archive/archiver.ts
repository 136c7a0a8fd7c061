// Owns keeping the archive up to date with the index: whatever lines the index has read are copied, with the documents
// and large outputs that belong to them. Work is proportional to what is new.

import { lstatSync } from 'node:fs';
import { resolve, sep } from 'node:path';
import { AppError } from '../../base/app-error.ts';
import type { ArchiveStore } from '../../store/archive/archive-store.ts';
import type { ArchivedFile, ArchivedKind, FileDescription } from '../../store/archive/archived-file.ts';
import type { Database } from '../../store/database.ts';
import { ChangeLog } from '../../store/index/change-log.ts';
import { type SourceStamp, SourceStamps } from '../../store/queries/source-stamps.ts';
import type { Companion } from '../index/companion.ts';
import { coveredBytes, endsOf } from '../index/file-stamp.ts';
import { type FileOnDisk, openPlainFile } from '../open-log.ts';
import { isRapPath } from '../rap/rap-place.ts';
import { spilledIn, spillFolders } from '../spilled-output.ts';
import { copyFile, copyRoom } from './copy-file.ts';
import { RESERVE_BYTES, requireRoom } from './disk-reserve.ts';

/** Documents and outputs that are larger are left alone; logs are taken at any size. */
export const SIDE_MAX_BYTES = 1024 * 1024;
export const OUTPUT_MAX_BYTES = 64 * 1024 * 1024;

/** Of one session. */
type Sources = readonly SourceStamp[];

function describe(source: SourceStamp, kind: ArchivedKind, path: string): FileDescription {
  const { agent, session, thread, startedAt, lineage } = source;
  return { kind, agent, session, thread, startedAt, lineage, path };
}

function isDescribed(file: ArchivedFile, { agent, session, thread, startedAt, lineage }: SourceStamp): boolean {
  return (
    file.agent === agent &&
    file.session === session &&
    file.thread === thread &&
    file.startedAt === startedAt &&
    file.lineage === lineage
  );
}

/** Whether the archive has all of it, as far as the two stores can tell without looking at the disk. */
function isCopied(source: SourceStamp, file: ArchivedFile | undefined): boolean {
  if (source.goneAt !== null) return true;
  if (source.isSide && source.size > SIDE_MAX_BYTES) return true;
  const bytes = coveredBytes(source);
  if (file === undefined) return bytes === 0 && !source.isSide;
  if (source.isSide) return isWhole(file, source);
  return file.bytes === bytes && file.head === source.head && file.tail === source.tail && isDescribed(file, source);
}

function isWhole(file: ArchivedFile, { size, modifiedAt }: { size: number; modifiedAt: number }): boolean {
  return file.size === size && file.modifiedAt === modifiedAt && file.bytes === size;
}

/** Whether the open file still begins with everything that was copied of it. */
function goesOn(file: FileOnDisk, copied: ArchivedFile): boolean {
  if (file.size < copied.bytes) return false;
  const { head, tail } = endsOf(file, copied.bytes);
  return head === copied.head && tail === copied.tail;
}

export interface ArchiverOptions {
  /** The data folder: what Toolscope keeps itself needs no copy. */
  readonly folder: string;
  /** Of these a copy is kept all the same. */
  readonly alsoOwn?: ReadonlySet<string>;
  readonly now?: () => number;
  /** Left free on the disk. */
  readonly reserveBytes?: number;
  /** Told how much there is to copy, before the first look through everything. */
  readonly onPlan?: (total: { readonly files: number; readonly bytes: number }) => void;
  /** Told after each log, with the bytes that were copied. */
  readonly onFile?: (bytes: number) => void;
}

/** Bytes of the session's logs that are still to be copied, and how many logs they are in. */
function lackOf(sources: Sources, files: ReadonlyMap<string, ArchivedFile>): { files: number; bytes: number } {
  const lacking = sources.filter((source) => !source.isSide && !isCopied(source, files.get(source.path)));
  const bytes = lacking.map((source) => coveredBytes(source) - (files.get(source.path)?.bytes ?? 0));
  return { files: lacking.length, bytes: bytes.reduce((sum, lack) => sum + Math.max(0, lack), 0) };
}

/** Copied logs of a session that are not where they were. They are listed when the first of its logs is new. */
class LostLogs {
  readonly #list: () => ArchivedFile[];
  #left: ArchivedFile[] | undefined;

  constructor(list: () => ArchivedFile[]) {
    this.#list = list;
  }

  /** The one that this file was before it got another name. */
  take(file: FileOnDisk): ArchivedFile | undefined {
    this.#left ??= this.#list();
    const found = this.#left.find((copied) => goesOn(file, copied));
    this.#left = this.#left.filter((copied) => copied !== found);
    return found;
  }
}

/** Each folder once, with the first log it belongs to: a session can have a thousand logs that share one. */
function foldersOfOutputs(logs: Sources): Map<string, SourceStamp> {
  const folders = new Map<string, SourceStamp>();
  for (const log of logs) {
    for (const folder of spillFolders(log.path, log.session)) if (!folders.has(folder)) folders.set(folder, log);
  }
  return folders;
}

export class Archiver implements Companion {
  readonly name = 'archive';
  readonly #store: ArchiveStore;
  readonly #stamps: SourceStamps;
  readonly #changes: ChangeLog;
  readonly #now: () => number;
  readonly #options: ArchiverOptions;
  readonly #own: string;
  readonly #room = copyRoom();
  /** The change up to which everything is copied; undefined before the first look through everything. */
  #doneTo: number | undefined;

  constructor(store: ArchiveStore, index: Database, options: ArchiverOptions) {
    this.#store = store;
    this.#stamps = new SourceStamps(index);
    this.#changes = new ChangeLog(index);
    this.#options = options;
    this.#now = options.now ?? Date.now;
    this.#own = resolve(options.folder) + sep;
  }

  async catchUp(signal?: AbortSignal): Promise<void> {
    const to = this.#changes.last();
    for (const sources of this.#changed()) {
      if (signal?.aborted === true) return;
      await this.#session(sources, signal);
    }
    if (signal?.aborted !== true) this.#doneTo = to;
  }

  async close(): Promise<void> {
    this.#store.close();
  }

  *#changed(): Generator<Sources> {
    const feed = this.#doneTo === undefined ? undefined : this.#changes.since(this.#doneTo, Number.MAX_SAFE_INTEGER);
    if (feed === undefined || feed.missed) {
      yield* this.#behind();
      return;
    }
    const sessions = new Map(feed.changes.map(({ agent, session }) => [`${agent} ${session}`, { agent, session }]));
    for (const { agent, session } of sessions.values()) yield this.#foreign(this.#stamps.ofSession(agent, session));
  }

  #foreign(sources: readonly SourceStamp[]): SourceStamp[] {
    const isOwn = (path: string): boolean => path.startsWith(this.#own) && this.#options.alsoOwn?.has(path) !== true;
    return sources.filter(({ path }) => !isOwn(path) && !isRapPath(path));
  }

  /** Of all sessions, those with a file that is not copied. */
  #behind(): Sources[] {
    const files = new Map(this.#store.current().map((file) => [file.path, file]));
    const sessions = new Map<string, SourceStamp[]>();
    for (const source of this.#foreign(this.#stamps.all())) {
      const key = `${source.agent} ${source.session}`;
      const known = sessions.get(key);
      if (known === undefined) sessions.set(key, [source]);
      else known.push(source);
    }
    const behind = [...sessions.values()].filter(
      (sources) => !sources.every((source) => isCopied(source, files.get(source.path))),
    );
    const lacks = behind.map((sources) => lackOf(sources, files));
    this.#options.onPlan?.({
      files: lacks.reduce((sum, lack) => sum + lack.files, 0),
      bytes: lacks.reduce((sum, lack) => sum + lack.bytes, 0),
    });
    return behind;
  }

  /** What belongs to the logs first: a session whose logs are copied is not looked at again. */
  async #session(sources: Sources, signal: AbortSignal | undefined): Promise<void> {
    const present = sources.filter(({ goneAt }) => goneAt === null);
    const logs = present.filter(({ isSide }) => !isSide);
    for (const source of present) {
      if (source.isSide) await this.#whole(describe(source, 'side', source.path), SIDE_MAX_BYTES, signal);
    }
    for (const [folder, log] of foldersOfOutputs(logs)) await this.#outputs(folder, log, signal);
    const lost = this.#lost(sources);
    for (const log of logs) await this.#log(log, lost, signal);
  }

  async #outputs(folder: string, log: SourceStamp, signal: AbortSignal | undefined): Promise<void> {
    let paths: string[] = [];
    try {
      paths = spilledIn(folder);
    } catch {
      // A folder that cannot be listed: the log is more important, and whoever opens the output will be told.
    }
    for (const path of paths) await this.#whole(describe(log, 'output', path), OUTPUT_MAX_BYTES, signal);
  }

  /** A small file, copied whole again whenever it changes. */
  async #whole(description: FileDescription, maxBytes: number, signal: AbortSignal | undefined): Promise<void> {
    const { path } = description;
    const info = lstatSync(path, { throwIfNoEntry: false });
    const known = this.#store.at(path);
    if (info === undefined || !info.isFile() || info.size > maxBytes) return;
    if (known !== undefined && isWhole(known, { size: info.size, modifiedAt: info.mtimeMs })) return;
    await this.#onDisk(path, async (file) => {
      const facts = file.facts();
      if (facts === undefined || facts.size > maxBytes) return;
      const isSame = (now: typeof facts): boolean => now.size === facts.size && now.modifiedAt === facts.modifiedAt;
      const isBegun = known !== undefined && isSame(known) && goesOn(file, known);
      const pk = isBegun ? known.pk : this.#add(description, file);
      const bytes = isBegun ? known.bytes : 0;
      const isDone = await copyFile({
        store: this.#store,
        pk,
        bytes,
        file,
        to: facts.size,
        isSame,
        room: this.#room,
        beforeStep: this.#requireRoom,
        signal,
      });
      // What such a file said before is of no use to anybody.
      if (isDone && known !== undefined && !isBegun) this.#store.purge([{ pk: known.pk, forget: true }], this.#now());
    });
  }

  async #log(source: SourceStamp, lost: LostLogs, signal: AbortSignal | undefined): Promise<void> {
    const { path } = source;
    const to = coveredBytes(source);
    const at = this.#store.at(path);
    if (to === 0 || isCopied(source, at)) return;
    await this.#onDisk(path, async (file) => {
      const isRead = (): boolean => {
        const { head, tail } = endsOf(file, to);
        return head === source.head && tail === source.tail;
      };
      const facts = file.facts();
      // It is not what the index has read: the index will notice, and then it is copied.
      if (facts === undefined || facts.size < to || !isRead()) return;
      const known = at !== undefined && goesOn(file, at) ? at : lost.take(file);
      const pk = known?.pk ?? this.#add(describe(source, 'log', path), file);
      if (known !== undefined && (known.path !== path || !isDescribed(known, source))) {
        this.#store.describe(pk, describe(source, 'log', path), this.#now());
      }
      const isSame = (now: typeof facts): boolean =>
        (now.size === facts.size && now.modifiedAt === facts.modifiedAt) || isRead();
      await copyFile({
        store: this.#store,
        pk,
        bytes: known?.bytes ?? 0,
        file,
        to,
        isSame,
        room: this.#room,
        beforeStep: this.#requireRoom,
        signal,
      });
      this.#options.onFile?.(to - (known?.bytes ?? 0));
    });
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

  #add(description: FileDescription, file: FileOnDisk): number {
    const facts = file.facts() ?? { device: '', inode: '', size: 0, modifiedAt: 0 };
    return this.#store.add(description, { ...facts, bytes: 0, ...endsOf(file, 0) }, this.#now());
  }

  /** A file that is gone or closed to us since the index read it is passed over; trouble of our own is not. */
  async #onDisk(path: string, work: (file: FileOnDisk) => Promise<void>): Promise<void> {
    let file: FileOnDisk | undefined;
    try {
      file = openPlainFile(path);
      await work(file);
    } catch (error) {
      if (!(error instanceof AppError) || (error.code !== 'path-not-found' && error.code !== 'path-unreadable'))
        throw error;
    } finally {
      file?.close();
    }
  }
}
