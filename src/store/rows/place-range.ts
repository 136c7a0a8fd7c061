// Folders as ranges of paths.

import { sep } from 'node:path';

/** Means all places, on any machine: in a shared store, unless some are named. */
export const EVERYWHERE = '';

/** Sorts after everything below a folder. */
export function endOf(folder: string): string {
  return folder.slice(0, -1) + String.fromCharCode(folder.charCodeAt(folder.length - 1) + 1);
}

export function folderOf(place: string): string {
  return place.endsWith(sep) ? place : place + sep;
}
