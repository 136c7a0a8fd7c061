// Owns the names of RAP threads among logs: a thread has no file of its own, so its path says which database it is in.

import { existsSync } from 'node:fs';
import { dirname, resolve, sep } from 'node:path';
import { rapPath } from '../../rap/store/rap-store.ts';

const SCHEME = 'rap:';

export interface RapPlace {
  /** The data folder. */
  readonly folder: string;
  readonly groupId: string;
}

/** The place all threads of a data folder are below, for questions about what is below a place. */
export function rapRoot(folder: string): string {
  return SCHEME + rapPath(resolve(folder));
}

/** The same as a list: empty when no runtime has ever kept data there. */
export function rapPlaces(folder: string): readonly string[] {
  return existsSync(rapPath(folder)) ? [rapRoot(folder)] : [];
}

export function threadPath(folder: string, groupId: string): string {
  return rapRoot(folder) + sep + encodeURIComponent(groupId);
}

export function isRapPath(path: string): boolean {
  return path.startsWith(SCHEME);
}

/** Undefined when the path names no thread. */
export function placeOf(path: string): RapPlace | undefined {
  if (!isRapPath(path)) return undefined;
  const at = path.lastIndexOf(sep);
  try {
    return { folder: dirname(path.slice(SCHEME.length, at)), groupId: decodeURIComponent(path.slice(at + 1)) };
  } catch {
    return undefined;
  }
}
