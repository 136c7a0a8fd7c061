// One look at a path: what is there, and what changed since the last look.

import { type BigIntStats, lstatSync, statSync } from 'node:fs';
import { lstat, stat } from 'node:fs/promises';
import { systemCode } from '../../base/system-code.ts';
import type { ChangeKind } from './file-change.ts';

export interface Sighting {
  readonly type: 'file' | 'folder' | 'other';
  readonly size: number;
  /** Device and inode. */
  readonly inode: string;
  readonly device: bigint;
  readonly bornNs: bigint;
  readonly modifiedNs: bigint;
  readonly modifiedMs: number;
  /** The birth time is real, not a copy of another time. */
  readonly isBirthReal: boolean;
}

/** `missing` for certain, or `unknown`: the path could not be looked at, which says nothing about it. */
export type Look = Sighting | 'missing' | 'unknown';

export function errorCode(error: unknown): string {
  return systemCode(error) ?? 'unknown';
}

function sightingOf(found: BigIntStats): Sighting {
  return {
    type: found.isFile() ? 'file' : found.isDirectory() ? 'folder' : 'other',
    size: Number(found.size),
    inode: `${found.dev}:${found.ino}`,
    device: found.dev,
    bornNs: found.birthtimeNs,
    modifiedNs: found.mtimeNs,
    modifiedMs: Number(found.mtimeMs),
    // File systems without birth times report 0 or the change time.
    isBirthReal: found.birthtimeNs > 0n && found.birthtimeNs !== found.ctimeNs,
  };
}

function failedLook(error: unknown): Look {
  const code = errorCode(error);
  return code === 'ENOENT' || code === 'ENOTDIR' || code === 'ELOOP' ? 'missing' : 'unknown';
}

/** Looks in the background: for file systems that may block. */
export async function lookAt(path: string, options: { followLink?: boolean } = {}): Promise<Look> {
  try {
    return sightingOf(await (options.followLink === true ? stat : lstat)(path, { bigint: true }));
  } catch (error) {
    return failedLook(error);
  }
}

/** Looks synchronously: on a local disk that costs a tenth of a look in the background. */
export function lookDirectly(path: string, options: { followLink?: boolean } = {}): Look {
  try {
    const look = options.followLink === true ? statSync : lstatSync;
    const found = look(path, { bigint: true, throwIfNoEntry: false });
    return found === undefined ? 'missing' : sightingOf(found);
  } catch (error) {
    return failedLook(error);
  }
}

export interface KnownFile {
  readonly size: number;
  readonly inode: string;
  readonly bornNs: bigint;
  readonly modifiedNs: bigint;
  /** The last activity: its own modification, or the last change we saw. */
  readonly activeMs: number;
}

/** Whether it is the same file as before. Inodes are reused at once, so birth times are compared if they are real. */
export function isSame(known: { inode: string; bornNs: bigint }, seen: Sighting, areBirthsReal: boolean): boolean {
  return known.inode === seen.inode && (!areBirthsReal || known.bornNs === seen.bornNs);
}

/** What happened between two looks at a file. */
export function changeOf(known: KnownFile, seen: Sighting, areBirthsReal: boolean): ChangeKind | null {
  if (!isSame(known, seen, areBirthsReal)) return 'replaced';
  if (seen.size < known.size) return 'truncated';
  if (seen.size > known.size) return 'grown';
  // Same length, but written to.
  return seen.modifiedNs === known.modifiedNs ? null : 'replaced';
}
