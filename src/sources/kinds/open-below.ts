// Opens files that a log names, inside the log's own folder and nowhere else. Every file whose path contains text from a log is
// found and opened here.

import { readdirSync, realpathSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { AppError } from '../../base/app-error.ts';
import { isPassing, looking, type OpenFile, openOnDisk, unreadable } from '../files/open-log.ts';
import { type BundlePlace, bundledOutputs, bundlePlace, isBundled, openBundledOutput } from './bundles.ts';

/** A place below a trusted folder, given by untrusted names. */
export interface PlaceBelow {
  readonly folder: string;
  readonly names: readonly string[];
}

/** Exactly one step down, on any system. */
export function isPlainName(name: string): boolean {
  return name !== '' && name !== '.' && name !== '..' && !/[/\\\0]/.test(name);
}

export function pathBelow({ folder, names }: PlaceBelow): string {
  return join(folder, ...names);
}

/** Whether no step of the path is a link, or leads up. Throws an AppError when the system cannot say now. */
function isSurelyBelow({ folder, names }: PlaceBelow): boolean {
  if (!names.every(isPlainName)) return false;
  const path = join(folder, ...names);
  try {
    return realpathSync(path) === join(realpathSync(folder), ...names);
  } catch (error) {
    if (isPassing(error)) throw unreadable(path, error);
    return false;
  }
}

/** For a log in a bundle. The trusted folder has to be in the bundle: names cannot lead into one. */
function placeInBundle(place: PlaceBelow): BundlePlace | undefined {
  const isInside = isBundled(`${place.folder}/`) && place.names.every(isPlainName);
  return isInside ? bundlePlace(pathBelow(place)) : undefined;
}

/**
 * Undefined when there is no such file, when the path is not plain, or when it is not a regular file. Throws an AppError when the
 * system cannot say now. The path is checked after opening, and the opened file is the one at its end: it cannot be swapped in
 * between.
 */
export function openSurelyBelow(place: PlaceBelow): OpenFile | undefined {
  const bundled = placeInBundle(place);
  if (bundled === undefined && !isSurelyBelow(place)) return undefined;
  let file: OpenFile;
  try {
    if (bundled !== undefined) return openBundledOutput(bundled);
    file = openOnDisk(pathBelow(place));
  } catch (error) {
    if (!(error instanceof AppError) || isPassing(error)) throw error;
    return undefined;
  }
  try {
    if (isSurelyBelow(place) && isAt(file, pathBelow(place))) return file;
  } catch (error) {
    file.close();
    throw error;
  }
  file.close();
  return undefined;
}

/** The same for callers that can do without the file: undefined as well when the system cannot say now. */
export function openBelow(place: PlaceBelow): OpenFile | undefined {
  try {
    return openSurelyBelow(place);
  } catch (error) {
    if (error instanceof AppError) return undefined;
    throw error;
  }
}

function isAt(file: OpenFile, path: string): boolean {
  const facts = file.facts();
  const info = looking(path, () => statSync(path));
  return facts?.inode === String(info.ino) && facts.device === String(info.dev);
}

/** Names of regular files in a folder, without links; none when the path is not plain. */
export function filesBelow(place: PlaceBelow): PlaceBelow[] {
  return namesBelow(place).map((name) => ({ folder: place.folder, names: [...place.names, name] }));
}

function namesBelow(place: PlaceBelow): string[] {
  const bundled = placeInBundle(place);
  if (bundled !== undefined) return bundledOutputs(bundled);
  if (!isSurelyBelow(place)) return [];
  return looking(pathBelow(place), () => readdirSync(pathBelow(place), { withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map(({ name }) => name);
}
