// Large outputs that the agent wrote next to the log. Only that folder is searched.

import { basename, dirname } from 'node:path';
import { asName, asObject } from '../base/json.ts';
import type { OpenFile } from '../sources/files/open-log.ts';
import { filesBelow, isPlainName, openBelow, type PlaceBelow, pathBelow } from '../sources/kinds/open-below.ts';
import { readPersisted } from '../tools/persisted.ts';

/** The folder they are in. */
const OUTPUTS = 'tool-results';

export interface SpilledOutput {
  /** Where the log says it is: a path of the machine that wrote it. */
  readonly recordedPath: string;
  /** Where it is here; null when it does not exist (any more). */
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

const ID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/**
 * Where outputs of a log can be: in `<session>/` next to the main file, or in the session's folder that contains a subagent's file.
 * The session's name comes from the log.
 */
function outputFolders(logPath: string, session: string): PlaceBelow[] {
  if (!isPlainName(session)) return [];
  const folder = dirname(logPath);
  const places = [{ folder, names: [session, OUTPUTS] }];
  const parts = folder.split(/[/\\]/);
  // A name that is not an id could match any folder on the way to the root.
  const at = ID.test(session) ? parts.lastIndexOf(session) : -1;
  if (at > 0) places.push({ folder: parts.slice(0, at).join('/') || '/', names: [session, OUTPUTS] });
  return places;
}

/** Every output of a log. When logs of a session share a folder each output comes once: `seen` remembers the folders. */
export function spilledOutputs(logPath: string, session: string, seen: Set<string>): PlaceBelow[] {
  return outputFolders(logPath, session).flatMap((place) => {
    const path = pathBelow(place);
    if (seen.has(path)) return [];
    seen.add(path);
    return filesBelow(place);
  });
}

/** The file name an output can have here; undefined for a path that names none. */
function outputName(recorded: string): string | undefined {
  const name = basename(recorded.replaceAll('\\', '/'));
  return isPlainName(name) ? name : undefined;
}

interface Recorded {
  readonly text: string | null;
  readonly structured: unknown;
}

export interface LogOfCall {
  readonly logPath: string;
  readonly session: string;
}

function places(recorded: string, { logPath, session }: LogOfCall): PlaceBelow[] {
  const name = outputName(recorded);
  if (name === undefined) return [];
  return outputFolders(logPath, session).map(({ folder, names }) => ({ folder, names: [...names, name] }));
}

/** The place of an output recorded with this path, if it belongs to the log. */
export function outputPlace(path: string, log: LogOfCall): PlaceBelow | undefined {
  return places(path, log).find((place) => pathBelow(place) === path);
}

/**
 * Finds a spilled output again. The recorded path is never followed: only its last part is used, in `tool-results` of the session's
 * own folder, and only for a plain file that is not a link.
 */
export function findSpilled(
  { text, structured }: Recorded,
  log: LogOfCall,
  copySize: (path: string) => number | undefined = () => undefined,
): SpilledOutput | null {
  const recorded = recordedPath(text, structured);
  if (recorded === undefined) return null;
  const candidates = places(recorded, log);
  for (const place of candidates) {
    const file = openBelow(place);
    if (file === undefined) continue;
    try {
      return { recordedPath: recorded, path: pathBelow(place), bytes: file.size };
    } finally {
      file.close();
    }
  }
  for (const place of candidates) {
    const archivedPath = pathBelow(place);
    const bytes = copySize(archivedPath);
    if (bytes !== undefined) return { recordedPath: recorded, path: null, bytes, archivedPath };
  }
  return { recordedPath: recorded, path: null, bytes: null };
}

/** The spilled output itself, open; undefined when it does not exist. */
export function openSpilled({ recordedPath: recorded }: SpilledOutput, log: LogOfCall): OpenFile | undefined {
  for (const place of places(recorded, log)) {
    const file = openBelow(place);
    if (file !== undefined) return file;
  }
  return undefined;
}
