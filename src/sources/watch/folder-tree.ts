// The folders and files below one root: adding and dropping folders, looking at paths, reporting changes.

import type { Dirent } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { Folder } from './folder.ts';
import { PathQueue } from './path-queue.ts';
import { changeOf, errorCode, isSame, type Look, lookAt, lookDirectly, type Sighting } from './sighting.ts';
import type { WatchContext } from './watch-context.ts';

/** Events from the tree to the root it belongs to. */
export interface TreeOwner {
  /** The system reported an event. */
  onEvent(): void;
  /** The root folder itself may be gone or replaced. */
  onRootTouched(): void;
  /** A folder could not be watched. */
  onRefused(code: string): void;
}

/** File systems keep times as coarsely as two seconds: a list read that soon after a change may lack the next one. */
const COARSE_NS = 2_000_000_000n;
const MAX_UNREADABLE = 10;

export class FolderTree {
  readonly queue: PathQueue;
  readonly unreadable = new Set<string>();
  /** While true, what is found is recorded and not reported. */
  isQuiet = false;
  /** Looks are quick here and synchronous, not in the background. */
  isDirect = false;
  fileCount = 0;
  readonly #context: WatchContext;
  readonly #owner: TreeOwner;
  readonly #folders = new Map<string, Folder>();
  /** Devices on which birth times were seen to be real. */
  readonly #datedDevices = new Set<bigint>();

  constructor(context: WatchContext, owner: TreeOwner) {
    this.#context = context;
    this.#owner = owner;
    this.queue = new PathQueue(
      (path) => this.#look(path),
      context.options.restMs,
      (error) => context.fail(error),
    );
  }

  get folders(): readonly Folder[] {
    return [...this.#folders.values()];
  }

  /** The top folder, with everything below it. */
  async plant(path: string, seen: Sighting): Promise<void> {
    if (seen.type === 'folder') {
      await this.#open(path, null, seen);
      return;
    }
    const folder = dirname(path);
    const holder = await this.lookAt(folder, true);
    if (typeof holder !== 'string') await this.#open(folder, null, holder, basename(path));
  }

  /** Forgets everything; every file is gone. */
  uproot(): void {
    for (const folder of this.folders) if (folder.parent === null) this.#drop(folder);
  }

  close(): void {
    this.queue.close();
    for (const folder of this.#folders.values()) this.unwatch(folder);
    this.#folders.clear();
  }

  lookAt(path: string, followLink = false): Look | Promise<Look> {
    if (this.#context.isClosed) return 'unknown';
    if (this.isDirect) return this.#note(lookDirectly(path, { followLink }));
    return this.#context.slots.run(() => lookAt(path, { followLink })).then((seen) => this.#note(seen));
  }

  #note(seen: Look): Look {
    if (typeof seen !== 'string' && seen.isBirthReal) this.#datedDevices.add(seen.device);
    return seen;
  }

  /** Whether it is still the same file or folder. */
  isSame(known: { inode: string; bornNs: bigint }, seen: Sighting): boolean {
    return isSame(known, seen, this.#datedDevices.has(seen.device));
  }

  async #open(path: string, parent: Folder | null, seen: Sighting, only: string | null = null): Promise<void> {
    const folder = new Folder(path, parent, seen, only);
    this.#folders.set(path, folder);
    parent?.folders.set(basename(path), folder);
    // Watched before it is listed: what appears in between is reported, what was there before is found.
    this.watch(folder);
    await this.list(folder);
  }

  /** Asks the system to report what happens in the folder; returns whether it will. */
  watch(folder: Folder): boolean {
    const { options } = this.#context;
    if (folder.handle !== null) return true;
    if (folder.isDropped || this.#context.isClosed || options.polling === 'always') return false;
    if (this.#context.watches >= options.maxWatches) {
      this.#owner.onRefused('too-many-folders');
      return false;
    }
    try {
      folder.handle = options.watch(
        folder.path,
        (type, name) => this.#onEvent(folder, type, name),
        (error) => this.#onWatchError(folder, error),
      );
      this.#context.watches++;
      return true;
    } catch (error) {
      this.#onWatchError(folder, error);
      return false;
    }
  }

  unwatch(folder: Folder): void {
    if (folder.handle === null) return;
    folder.handle.close();
    folder.handle = null;
    this.#context.watches--;
  }

  #onWatchError(folder: Folder, error: unknown): void {
    this.unwatch(folder);
    const code = errorCode(error);
    // Gone or replaced meanwhile: not the watch's fault.
    if (code === 'ENOENT' || code === 'ENOTDIR') this.#touchFolder(folder);
    // One unreadable folder is no reason to poll all others; the sweep tries it again.
    else if (code === 'EACCES') this.#noteUnreadable(folder);
    else this.#owner.onRefused(code);
  }

  #touchFolder(folder: Folder): void {
    if (folder.parent === null) this.#owner.onRootTouched();
    else this.queue.touch(folder.path);
  }

  #onEvent(folder: Folder, type: string, name: string | null): void {
    if (folder.isDropped || this.#context.isClosed) return;
    folder.events++;
    this.#owner.onEvent();
    if (name === null) {
      this.list(folder).catch((error) => this.#context.fail(error));
      return;
    }
    if (type === 'rename') this.#doubt(folder, name);
    if (!folder.concerns(name)) return;
    const isKnown = folder.files.has(name) || folder.folders.has(name);
    // A change of something unknown does not matter: what matters is reported when it appears.
    if (isKnown || type === 'rename' || this.#accepts(folder, name)) this.queue.touch(folder.child(name));
  }

  /** The deletion of a folder is reported under its own name, and in its parent under the same name. */
  #doubt(folder: Folder, name: string): void {
    const child = folder.folders.get(name);
    if (child !== undefined) child.isDoubtful = true;
    if (folder.parent !== null || name !== basename(folder.path)) return;
    folder.isDoubtful = true;
    this.#owner.onRootTouched();
  }

  /** Watches and lists a folder again if it may have been replaced. */
  async refresh(folder: Folder): Promise<void> {
    if (!folder.isDoubtful || folder.isDropped) return;
    folder.isDoubtful = false;
    this.unwatch(folder);
    this.watch(folder);
    await this.list(folder);
    await this.lookAtNames(folder, [...folder.files.keys(), ...folder.folders.keys()]);
  }

  /** A root inside a root is watched separately. */
  #accepts(folder: Folder, name: string): boolean {
    if (folder.only !== null) return folder.concerns(name);
    const path = folder.child(name);
    return !this.#context.roots.has(path) && this.#context.options.accepts(path);
  }

  #enters(folder: Folder, name: string): boolean {
    const path = folder.child(name);
    return folder.only === null && !this.#context.roots.has(path) && this.#context.options.enters(path);
  }

  /** Lists the folder and looks at names that are new or missing; returns how many changes were found. */
  async list(folder: Folder): Promise<number> {
    const before = await this.lookAt(folder.path, folder.parent === null);
    if (folder.isDropped || this.#context.isClosed) return 0;
    if (typeof before === 'string') {
      if (before === 'missing') this.#touchFolder(folder);
      return 0;
    }
    const entries = await this.#readNames(folder);
    if (entries === undefined || folder.isDropped || this.#context.isClosed) return 0;
    const isSettled = BigInt(Date.now()) * 1_000_000n - before.modifiedNs > COARSE_NS;
    folder.listedNs = isSettled ? before.modifiedNs : null;
    folder.activeMs = Math.max(folder.activeMs, before.modifiedMs);
    const present = new Set(entries.map(({ name }) => name));
    const news = entries.filter((entry) => this.#isNews(folder, entry)).map(({ name }) => name);
    const missing = [...folder.files.keys(), ...folder.folders.keys()].filter((name) => !present.has(name));
    return this.lookAtNames(folder, [...news, ...missing]);
  }

  /** Looks at some names of a folder; returns how many changes were found that were not being looked at already. */
  async lookAtNames(folder: Folder, names: readonly string[]): Promise<number> {
    let changes = 0;
    const later: Promise<boolean>[] = [];
    const told: (boolean | Promise<boolean>)[] = [];
    for (const name of names) {
      const path = folder.child(name);
      const isTold = this.queue.isBusy(path);
      const answer = this.queue.lookNow(path);
      if (isTold) told.push(answer);
      else if (typeof answer !== 'boolean') later.push(answer);
      else if (answer) changes++;
      await this.#context.pause();
    }
    await Promise.all(told);
    return (await Promise.all(later)).filter(Boolean).length + changes;
  }

  async #readNames(folder: Folder): Promise<Dirent[] | undefined> {
    try {
      const entries = await this.#context.slots.run(() => readdir(folder.path, { withFileTypes: true }));
      this.unreadable.delete(folder.path);
      return entries;
    } catch (error) {
      const code = errorCode(error);
      if (code === 'ENOENT' || code === 'ENOTDIR') this.#touchFolder(folder);
      else this.#noteUnreadable(folder);
      return undefined;
    }
  }

  #noteUnreadable(folder: Folder): void {
    if (this.unreadable.size < MAX_UNREADABLE) this.unreadable.add(folder.path);
  }

  #isNews(folder: Folder, entry: Dirent): boolean {
    const { name } = entry;
    if (entry.isDirectory()) return !folder.folders.has(name) && this.#enters(folder, name);
    if (entry.isFile()) return !folder.files.has(name) && this.#accepts(folder, name);
    // A link, a pipe or a socket: nothing, unless something known was there.
    return folder.files.has(name) || folder.folders.has(name);
  }

  /** Looks at one path and reports what changed there. */
  #look(path: string): boolean | Promise<boolean> {
    const folder = this.#folders.get(dirname(path));
    if (folder === undefined) return false;
    const seen = this.lookAt(path);
    const name = basename(path);
    return seen instanceof Promise
      ? seen.then((later) => this.#compare(folder, name, later))
      : this.#compare(folder, name, seen);
  }

  #compare(folder: Folder, name: string, seen: Look): boolean | Promise<boolean> {
    if (seen === 'unknown' || folder.isDropped || this.#context.isClosed) return false;
    const type = seen === 'missing' ? 'missing' : seen.type;
    let hasChanged = false;
    const known = folder.folders.get(name);
    if (known !== undefined && (seen === 'missing' || type !== 'folder' || !this.isSame(known, seen))) {
      this.#drop(known);
      hasChanged = true;
    }
    if (type !== 'file' && folder.files.has(name)) {
      this.#forget(folder, name);
      hasChanged = true;
    }
    if (seen === 'missing' || type === 'other') return hasChanged;
    if (type === 'file') return this.#seeFile(folder, name, seen) || hasChanged;
    const same = folder.folders.get(name);
    if (same !== undefined) return same.isDoubtful ? this.refresh(same).then(() => false) : false;
    if (!this.#enters(folder, name)) return hasChanged;
    return this.#open(folder.child(name), folder, seen).then(() => true);
  }

  #seeFile(folder: Folder, name: string, seen: Sighting): boolean {
    if (!this.#accepts(folder, name)) return false;
    const known = folder.files.get(name);
    const kind = known === undefined ? 'new' : changeOf(known, seen, this.#datedDevices.has(seen.device));
    if (known === undefined) this.fileCount++;
    const { size, inode, bornNs, modifiedNs, modifiedMs } = seen;
    const activeMs = Math.max(modifiedMs, kind === null || this.isQuiet ? (known?.activeMs ?? 0) : Date.now());
    folder.activeMs = Math.max(folder.activeMs, activeMs);
    folder.files.set(name, { size, inode, bornNs, modifiedNs, activeMs });
    if (kind === null || (kind === 'new' && this.isQuiet)) return false;
    this.#context.emit({ path: folder.child(name), kind, size, inode });
    return true;
  }

  #forget(folder: Folder, name: string): void {
    const known = folder.files.get(name);
    if (known === undefined) return;
    folder.files.delete(name);
    this.fileCount--;
    this.#context.emit({ path: folder.child(name), kind: 'gone', size: known.size, inode: known.inode });
  }

  #drop(folder: Folder): void {
    folder.isDropped = true;
    this.unwatch(folder);
    this.unreadable.delete(folder.path);
    this.#folders.delete(folder.path);
    folder.parent?.folders.delete(basename(folder.path));
    for (const child of [...folder.folders.values()]) this.#drop(child);
    for (const name of [...folder.files.keys()]) this.#forget(folder, name);
  }
}
