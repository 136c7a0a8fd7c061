// A shared bundle as a source of logs: each of its logs has a path below the zip file, as if that were a folder, and is read from
// memory. Nothing is unpacked to the disk.

import { createHash } from 'node:crypto';
import { statSync } from 'node:fs';
import { sep } from 'node:path';
import { AppError } from '../../base/app-error.ts';
import { type BundledFile, filesOfManifest, MANIFEST } from '../bundles/manifest.ts';
import { readZipEntry } from '../bundles/read-zip-entry.ts';
import { refusal, type ZipEntry, zipEntries } from '../bundles/zip-entries.ts';
import { type FileFacts, fileFacts } from '../files/file-stamp.ts';
import { type OpenFile, openOnDisk } from '../files/open-log.ts';
import { RenderedLog } from './rendered-log.ts';

/** Folders are searched for bundles with this ending; one named by the user may have any name that ends in `.zip`. */
export const BUNDLE_ENDING = '.toolscope.zip';

const LARGEST_MANIFEST = 1024 * 1024;
/** For unpacked logs: the next question is most often about the same one. */
const KEPT_BYTES = 64 * 1024 * 1024;

export function mayBeBundle(path: string): boolean {
  return /\.zip$/i.test(path);
}

/** Whether a log is in a bundle: then its text may be masked. */
export function isBundled(path: string): boolean {
  return /\.zip[/\\]/i.test(path);
}

export interface BundlePlace {
  readonly bundle: string;
  /** Name of the entry, with slashes. */
  readonly name: string;
}

const INSIDE = /^(.*?\.zip)[/\\](.+)$/i;

/** Undefined when the path does not lead into a zip file. */
export function bundlePlace(path: string): BundlePlace | undefined {
  const [, bundle, name] = !isBundled(path) ? [] : (INSIDE.exec(path) ?? []);
  if (bundle === undefined || name === undefined) return undefined;
  try {
    if (!statSync(bundle).isFile()) return undefined;
  } catch {
    // It may be gone; what was known of it was still a bundle.
    if (!bundle.endsWith(BUNDLE_ENDING)) return undefined;
  }
  return { bundle, name: name.replaceAll('\\', '/') };
}

type Entry = ZipEntry & Pick<BundledFile, 'sha256'>;

interface Contents {
  readonly facts: FileFacts;
  readonly logs: ReadonlyMap<string, Entry>;
  /** Outputs next to the logs, which are not logs themselves. */
  readonly outputs: ReadonlyMap<string, Entry>;
}

function contentsOf(file: OpenFile, path: string): Contents {
  const facts = file.facts();
  if (facts === undefined) throw refusal(path, 'it is no regular file');
  const entries = new Map(zipEntries(file, path).map((entry) => [entry.name, entry]));
  const manifest = entries.get(MANIFEST);
  if (manifest === undefined || manifest.bytes > LARGEST_MANIFEST) throw refusal(path, 'it is no bundle of Toolscope');
  const listed = filesOfManifest(readZipEntry(file, manifest, path).toString());
  if (typeof listed === 'string') throw refusal(path, listed);
  const known = ({ name, bytes, sha256 }: BundledFile): [string, Entry] => {
    const entry = entries.get(name);
    if (entry === undefined || entry.bytes !== bytes) throw refusal(path, 'it is not what its manifest says');
    return [name, { ...entry, sha256 }];
  };
  return { facts, logs: new Map(listed.logs.map(known)), outputs: new Map(listed.outputs.map(known)) };
}

function isSame(a: FileFacts, b: FileFacts): boolean {
  return a.inode === b.inode && a.device === b.device && a.size === b.size && a.modifiedAt === b.modifiedAt;
}

/** The tables of contents read last, by path. */
const known = new Map<string, Contents>();
const MOST_KNOWN = 50;

function look(path: string): Contents {
  const facts = fileFacts(path);
  if (facts === undefined) throw new AppError('path-not-found', `There is no file ${path}.`);
  const last = known.get(path);
  if (last !== undefined && isSame(last.facts, facts)) return last;
  const file = openOnDisk(path);
  try {
    const contents = contentsOf(file, path);
    known.delete(path);
    known.set(path, contents);
    const [oldest] = known.keys();
    if (known.size > MOST_KNOWN && oldest !== undefined) known.delete(oldest);
    return contents;
  } finally {
    file.close();
  }
}

/** As if it were a file of its own. */
function factsOf({ name, bytes }: Entry, bundle: string, { facts }: Contents): FileFacts {
  return { ...facts, path: pathIn(bundle, name), size: bytes };
}

function pathIn(bundle: string, name: string): string {
  return bundle + sep + name.replaceAll('/', sep);
}

/** The logs in a bundle. Throws an AppError for a file that is not a bundle. */
export function bundledLogs(bundle: string): FileFacts[] {
  const contents = look(bundle);
  return Array.from(contents.logs.values(), (entry) => factsOf(entry, bundle, contents));
}

/** Undefined when there is no such log, or no such bundle. */
export function bundledFacts({ bundle, name }: BundlePlace): FileFacts | undefined {
  if (fileFacts(bundle) === undefined) return undefined;
  const contents = look(bundle);
  const entry = contents.logs.get(name);
  return entry === undefined ? undefined : factsOf(entry, bundle, contents);
}

interface Unpacked {
  readonly facts: FileFacts;
  readonly content: Buffer;
}

/** In order of use, the latest last. */
const unpacked = new Map<string, Unpacked>();

function keep(path: string, log: Unpacked): void {
  unpacked.delete(path);
  unpacked.set(path, log);
  let bytes = 0;
  for (const [name, { content }] of [...unpacked].reverse()) {
    bytes += content.length;
    if (bytes > KEPT_BYTES) unpacked.delete(name);
  }
}

function unpack(entry: Entry, bundle: string): Buffer {
  const file = openOnDisk(bundle);
  try {
    const content = readZipEntry(file, entry, bundle);
    const hash = createHash('sha256').update(content).digest('hex');
    if (hash !== entry.sha256) throw refusal(bundle, 'it is not what its manifest says');
    return content;
  } finally {
    file.close();
  }
}

function opened(entry: Entry, bundle: string, contents: Contents): OpenFile {
  const own = factsOf(entry, bundle, contents);
  const last = unpacked.get(own.path);
  const content = last !== undefined && isSame(last.facts, own) ? last.content : unpack(entry, bundle);
  keep(own.path, { facts: own, content });
  return new RenderedLog(content, own);
}

export function openBundled({ bundle, name }: BundlePlace): OpenFile {
  const contents = look(bundle);
  const entry = contents.logs.get(name);
  if (entry === undefined) throw new AppError('path-not-found', `There is no ${name} in ${bundle}.`);
  return opened(entry, bundle, contents);
}

/** An output next to a log; undefined when there is none. */
export function openBundledOutput({ bundle, name }: BundlePlace): OpenFile | undefined {
  if (fileFacts(bundle) === undefined) return undefined;
  const contents = look(bundle);
  const entry = contents.outputs.get(name);
  return entry === undefined ? undefined : opened(entry, bundle, contents);
}

/** The names of outputs in a folder of a bundle. */
export function bundledOutputs({ bundle, name: folder }: BundlePlace): string[] {
  if (fileFacts(bundle) === undefined) return [];
  const names = [...look(bundle).outputs.keys()].filter((name) => name.startsWith(`${folder}/`));
  return names.map((name) => name.slice(folder.length + 1)).filter((name) => !name.includes('/'));
}
