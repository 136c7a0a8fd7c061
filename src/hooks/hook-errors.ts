// Errors in hooks: they must stay silent, so they note them in a small file, and `doctor` reads it.

import { readFileSync, renameSync, statSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { hashText } from '../base/hash.ts';
import { appendLine } from './append-line.ts';

export interface TroubleNote {
  /** Epoch milliseconds. */
  readonly at: number;
  readonly code: string;
  readonly message: string;
  readonly agent: string | null;
}

/** When the file is this long it is renamed, replacing the one renamed before. */
const FILE_LIMIT = 256 * 1024;
const MESSAGE_LIMIT = 400;

/** In the inbox; or, if that is not writable, in the folder for temporary files. */
function troublePaths(inbox: string): readonly string[] {
  let user = 'user';
  try {
    user = String(userInfo().uid);
  } catch {
    // No such user on this system: one name for all.
  }
  const name = `toolscope-hook-trouble-${user}-${hashText(inbox).toString(36)}.jsonl`;
  return [join(inbox, 'trouble.jsonl'), join(tmpdir(), name)];
}

function olderPath(path: string): string {
  return path.replace(/\.jsonl$/, '.old.jsonl');
}

function makeRoom(path: string): void {
  if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) > FILE_LIMIT) renameSync(path, olderPath(path));
}

/** Never throws: if nothing can be written anywhere, nothing is. */
export function noteTrouble(inbox: string, note: TroubleNote): void {
  const line = JSON.stringify({ ...note, message: note.message.slice(0, MESSAGE_LIMIT) });
  for (const path of troublePaths(inbox)) {
    try {
      makeRoom(path);
      appendLine(path, line);
      return;
    } catch {
      // Try the next place.
    }
  }
}

function noteOf(line: string): TroubleNote | undefined {
  try {
    const value: unknown = JSON.parse(line);
    if (typeof value !== 'object' || value === null) return undefined;
    const { at, code, message, agent }: Partial<Record<keyof TroubleNote, unknown>> = value;
    if (typeof at !== 'number' || typeof code !== 'string') return undefined;
    return {
      at,
      code,
      message: typeof message === 'string' ? message : '',
      agent: typeof agent === 'string' ? agent : null,
    };
  } catch {
    return undefined;
  }
}

/** Everything noted, oldest first. */
export function readTrouble(inbox: string): TroubleNote[] {
  const notes: TroubleNote[] = [];
  for (const path of troublePaths(inbox).flatMap((one) => [olderPath(one), one])) {
    let text = '';
    try {
      text = readFileSync(path, 'utf8');
    } catch {
      continue;
    }
    for (const line of text.split('\n')) {
      const note = noteOf(line);
      if (note !== undefined) notes.push(note);
    }
  }
  return notes.sort((a, b) => a.at - b.at);
}
