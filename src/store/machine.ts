// The identity of this machine in a store that several machines fill: a random id kept in the data folder, and the host's name.

import { randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { systemCode } from '../base/system-code.ts';

export interface Machine {
  readonly id: string;
  /** For people; another machine may have the same. */
  readonly name: string;
}

const FILE = 'machine-id';
const ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

function readId(folder: string): string | undefined {
  try {
    const id = readFileSync(join(folder, FILE), 'utf8').trim();
    return ID.test(id) ? id : undefined;
  } catch {
    return undefined;
  }
}

/** Undefined if nothing was ever read into a shared store. */
export function knownMachine(folder: string): Machine | undefined {
  const id = readId(folder);
  return id === undefined ? undefined : { id, name: hostname() };
}

/** Created on first use. If two processes do that at once, the first id wins. */
export function thisMachine(folder: string): Machine {
  const known = knownMachine(folder);
  if (known !== undefined) return known;
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const made = randomUUID();
  const isDamaged = writeNew(join(folder, FILE), `${made}\n`) === 'exists' && readId(folder) === undefined;
  if (isDamaged) writeFileSync(join(folder, FILE), `${made}\n`, { mode: 0o600 });
  return { id: readId(folder) ?? made, name: hostname() };
}

function writeNew(path: string, text: string): 'written' | 'exists' {
  try {
    writeFileSync(path, text, { flag: 'wx', mode: 0o600 });
    return 'written';
  } catch (error) {
    if (systemCode(error) === 'EEXIST') return 'exists';
    throw error;
  }
}
