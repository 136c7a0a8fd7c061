// One known folder: its files and folders as last seen, and which of its files a sweep looks at.

import { sep } from 'node:path';
import type { FolderHandle } from './native-watch.ts';
import type { KnownFile } from './sighting.ts';

const HOUR_MS = 3_600_000;
/** Files of one folder that every sweep looks at; others take turns. */
const MAX_ACTIVE = 8;

export class Folder {
  readonly path: string;
  readonly parent: Folder | null;
  readonly inode: string;
  readonly bornNs: bigint;
  /** A root that is a file is treated as a folder in which only this name matters. */
  readonly only: string | null;
  readonly files = new Map<string, KnownFile>();
  readonly folders = new Map<string, Folder>();
  /** Its modification time when its names were listed; null to list again. */
  listedNs: bigint | null = null;
  /** The last activity in it, of a file or of its list of names. */
  activeMs = 0;
  handle: FolderHandle | null = null;
  /** Events the system reported about it so far. */
  events = 0;
  isDropped = false;
  /** It may have been deleted and recreated with the same inode: its watch may be dead, its files different. */
  isDoubtful = false;
  readonly #prefix: string;
  #turn = 0;

  constructor(
    path: string,
    parent: Folder | null,
    seen: { readonly inode: string; readonly bornNs: bigint },
    only: string | null = null,
  ) {
    this.path = path;
    this.#prefix = path.endsWith(sep) ? path : `${path}${sep}`;
    this.parent = parent;
    this.inode = seen.inode;
    this.bornNs = seen.bornNs;
    this.only = only;
  }

  /** A database keeps what is new in a file next to it. */
  concerns(name: string): boolean {
    return this.only === null || name === this.only || name === `${this.only}-wal`;
  }

  child(name: string): string {
    return `${this.#prefix}${name}`;
  }

  /** Whether every sweep looks at it: something may happen in it again, and the top folder must not miss a new one. */
  isActive(nowMs: number): boolean {
    return this.parent === null || nowMs - this.activeMs < HOUR_MS;
  }

  /** Names to look at in a sweep: the recently active ones, and a share of the others, in turns. */
  namesToLookAt(nowMs: number, share: number): string[] {
    const active: string[] = [];
    const others: string[] = [];
    for (const [name, { activeMs }] of this.files) {
      (active.length < MAX_ACTIVE && nowMs - activeMs < HOUR_MS ? active : others).push(name);
    }
    const count = Math.min(others.length, Math.ceil(others.length * share));
    for (let at = 0; at < count; at++) {
      const name = others[(this.#turn + at) % others.length];
      if (name !== undefined) active.push(name);
    }
    this.#turn = others.length === 0 ? 0 : (this.#turn + count) % others.length;
    return active;
  }
}
