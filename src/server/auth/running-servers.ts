// Addresses of the servers of a data folder: each leaves a note while it runs, for `toolscope open`.

import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { asObject, asString, parseJson } from '../../base/json.ts';
import { systemCode } from '../../base/system-code.ts';
import { INSTANCE_HEADER, SIGN_IN_PATH } from './sign-in.ts';

interface ServerNote {
  /** With a name that the server answers to, e.g. http://127.0.0.1:4747. */
  readonly url: string;
  /** The instance that codes are made for; empty when the server is open to local users. */
  readonly instance: string;
}

const PROBE_MS = 3000;

function notesFolder(folder: string): string {
  return join(folder, 'servers');
}

/** Returns a function that removes the note. */
export function noteServer(folder: string, note: ServerNote): () => void {
  mkdirSync(notesFolder(folder), { recursive: true, mode: 0o700 });
  const path = join(notesFolder(folder), `${new URL(note.url).port}-${process.pid}.json`);
  writeFileSync(path, JSON.stringify(note), { mode: 0o600 });
  return () => rmSync(path, { force: true });
}

function readNote(path: string): ServerNote | undefined {
  try {
    const parsed = parseJson(readFileSync(path, 'utf8'));
    const note = parsed.ok ? asObject(parsed.value) : undefined;
    const [url, instance] = [asString(note?.['url']), asString(note?.['instance'])];
    return url !== undefined && URL.canParse(url) && instance !== undefined ? { url, instance } : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Whether the server of the note answers there. Sends nothing secret: after a crash the port may belong to another
 * user's program.
 */
async function look({ url, instance }: ServerNote): Promise<'there' | 'gone' | 'silent'> {
  try {
    const { headers } = await fetch(`${url}${SIGN_IN_PATH}`, {
      method: 'HEAD',
      redirect: 'manual',
      signal: AbortSignal.timeout(PROBE_MS),
    });
    return (headers.get(INSTANCE_HEADER) ?? '') === instance ? 'there' : 'gone';
  } catch (error) {
    const cause = error instanceof Error ? error.cause : undefined;
    return systemCode(cause) === 'ECONNREFUSED' ? 'gone' : 'silent';
  }
}

/** The newest server of the data folder that answers. Notes that crashes left behind are removed. */
export async function runningServer(folder: string): Promise<ServerNote | undefined> {
  let names: string[];
  try {
    names = readdirSync(notesFolder(folder)).filter((name) => name.endsWith('.json'));
  } catch {
    return undefined;
  }
  const paths = names.map((name) => join(notesFolder(folder), name));
  const age = (path: string): number => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  for (const path of paths.sort((a, b) => age(b) - age(a))) {
    const note = readNote(path);
    const state = note === undefined ? 'gone' : await look(note);
    if (state === 'there') return note;
    if (state === 'gone') rmSync(path, { force: true });
  }
  return undefined;
}
