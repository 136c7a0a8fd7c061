// Opens any log as lines of JSON, and returns its current facts: a file as it is, a document or a session in a database rendered, a
// log in a bundle unpacked.

import { AppError } from '../../base/app-error.ts';
import { formats } from '../../formats/registry.ts';
import type { DatabaseSource, DocumentSource } from '../../formats/source.ts';
import type { FileStamp } from '../../model/file-stamp.ts';
import { isCompressed } from '../files/compressed.ts';
import { endsOf, type FileFacts, fileFacts } from '../files/file-stamp.ts';
import { type LogOpener, type OpenFile, openOnDisk } from '../files/open-log.ts';
import { bundledFacts, bundlePlace, openBundled } from './bundles.ts';
import { openSession, type SessionPlace, sessionFacts, sessionPlace } from './databases.ts';
import { beginningOf, openDocument } from './documents.ts';

/** Undefined when the file is not a database of an agent. */
export function databaseAt(path: string): DatabaseSource | undefined {
  for (const { sources = [] } of formats) {
    for (const source of sources) if (source.kind === 'database' && source.isDatabase(path)) return source;
  }
  return undefined;
}

/** A database keeps what is new in files next to it: they change first. */
export function databaseOfFile(path: string): string | undefined {
  const database = path.replace(/-(?:wal|journal)$/, '');
  return databaseAt(database) === undefined ? undefined : database;
}

/** Throws an AppError if only its beginning can decide, and that cannot be read: mistaking it for lines would be wrong for good. */
function documentAt(path: string): DocumentSource | undefined {
  let beginning: string | undefined;
  for (const { sources = [] } of formats) {
    for (const source of sources) {
      if (source.kind !== 'document' || !source.isDocument(path)) continue;
      if (source.begins === undefined) return source;
      // Read once, for all agents whose document it could be.
      beginning ??= beginningOf(path);
      if (source.begins.test(beginning)) return source;
    }
  }
  return undefined;
}

function sessionAt(path: string): { readonly place: SessionPlace; readonly source: DatabaseSource } | undefined {
  const place = sessionPlace(path);
  const source = place === undefined ? undefined : databaseAt(place.database);
  return place === undefined || source === undefined ? undefined : { place, source };
}

/** Files that change with a log: a database keeps what is new in files next to it. */
export function filesOf(path: string): readonly string[] {
  return databaseAt(path) === undefined ? [path] : [path, `${path}-wal`, `${path}-journal`];
}

/** Whether it is a log inside another file: a session in a database, or a log in a bundle. */
export function isInside(path: string): boolean {
  return bundlePlace(path) !== undefined || sessionAt(path) !== undefined;
}

/** Whether it is not a file of lines, as far as can be said now. */
export function isRendered(path: string): boolean {
  return bundlePlace(path) !== undefined || isDocument(path) || sessionAt(path) !== undefined;
}

function isDocument(path: string): boolean {
  try {
    return documentAt(path) !== undefined;
  } catch (error) {
    if (error instanceof AppError) return false;
    throw error;
  }
}

/** Whether offsets in it count other bytes than its size does: it is compressed, or rendered. */
export function hasOwnPlaces(path: string): boolean {
  return isCompressed(path) || isRendered(path);
}

/** Undefined when there is no such log. Throws an AppError when it cannot be looked at: then it is unknown. */
export function logFacts(path: string): FileFacts | undefined {
  const bundled = bundlePlace(path);
  if (bundled !== undefined) return bundledFacts(bundled);
  const session = sessionAt(path);
  return session === undefined ? fileFacts(path) : sessionFacts(session.place, session.source);
}

/** Throws an AppError when there is no such log, or it cannot be read. */
export function openLog(path: string): OpenFile {
  const bundled = bundlePlace(path);
  // Its content was rendered before it was put there.
  if (bundled !== undefined) return openBundled(bundled);
  const session = sessionAt(path);
  if (session !== undefined) return openSession(session.place, session.source);
  const document = documentAt(path);
  return document === undefined ? openOnDisk(path) : openDocument(path, document);
}

/** Whether what was read of a log no longer exists: it was deleted or emptied. One that cannot be looked at is not lost. */
export function isLost({ path, size }: { readonly path: string; readonly size: number }): boolean {
  try {
    const facts = logFacts(path);
    return facts === undefined || (facts.size === 0 && size > 0);
  } catch (error) {
    if (error instanceof AppError) return false;
    throw error;
  }
}

/** The hashes that identify a log that is not open; undefined when it cannot be read. */
export function hashEnds(
  path: string,
  covered: number,
  open: LogOpener = openLog,
): Pick<FileStamp, 'head' | 'tail'> | undefined {
  try {
    const log = open(path);
    try {
      return endsOf(log, covered);
    } finally {
      log.close();
    }
  } catch {
    return undefined;
  }
}
