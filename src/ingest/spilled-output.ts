// Owns outputs too large for the log: the agent wrote them beside it, and they are looked for there and nowhere else.

import { lstatSync, readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { asName, asObject } from '../base/json.ts';
import { readPersisted } from '../tools/persisted.ts';

/** The folder they lie in. */
const OUTPUTS = 'tool-results';

export interface SpilledOutput {
  /** Where the log says it is: a path of the machine that wrote it. */
  readonly recordedPath: string;
  /** Where it is here; null when it is not there (any more). */
  readonly path: string | null;
  readonly bytes: number | null;
  /** Where it was here, when it is gone and the archive has a copy. */
  readonly archivedPath?: string;
}

function recordedPath(text: string | null, structured: unknown): string | undefined {
  return (
    asName(asObject(structured)?.['persistedOutputPath']) ?? (text === null ? undefined : readPersisted(text)?.path)
  );
}

/** The session's own folder: `<session>/` beside the main file, or the folder a subagent's file lies in. */
function ownFolders(logPath: string, session: string): string[] {
  const folder = dirname(logPath);
  const folders = [join(folder, session)];
  const parts = folder.split(/[/\\]/);
  const at = parts.lastIndexOf(session);
  if (at !== -1) folders.push(parts.slice(0, at + 1).join('/'));
  return folders;
}

/** Folders in which outputs of a log can lie; many logs of a session share one. */
export function spillFolders(logPath: string, session: string): string[] {
  return ownFolders(logPath, session).map((own) => join(own, OUTPUTS));
}

/** Every output in such a folder: plain files only, none where the folder is a link. */
export function spilledIn(folder: string): string[] {
  if (lstatSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) return [];
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => join(folder, name));
}

/**
 * Finds a spilled output again. The recorded path is never followed: only its last part is used, in `tool-results` of the
 * session's own folder, and only for a plain file that is no link.
 */
export function findSpilled(
  { text, structured }: { readonly text: string | null; readonly structured: unknown },
  { logPath, session }: { readonly logPath: string; readonly session: string },
  copySize: (path: string) => number | undefined = () => undefined,
): SpilledOutput | null {
  const recorded = recordedPath(text, structured);
  if (recorded === undefined) return null;
  const name = basename(recorded.replaceAll('\\', '/'));
  if (name === '' || name === '.' || name === '..' || name.includes('\0'))
    return { recordedPath: recorded, path: null, bytes: null };
  for (const folder of ownFolders(logPath, session)) {
    const path = join(folder, OUTPUTS, name);
    try {
      const info = lstatSync(path);
      if (info.isFile()) return { recordedPath: recorded, path, bytes: info.size };
    } catch {
      // Not there: the next place, or nowhere.
    }
  }
  for (const folder of ownFolders(logPath, session)) {
    const archivedPath = join(folder, OUTPUTS, name);
    const bytes = copySize(archivedPath);
    if (bytes !== undefined) return { recordedPath: recorded, path: null, bytes, archivedPath };
  }
  return { recordedPath: recorded, path: null, bytes: null };
}
