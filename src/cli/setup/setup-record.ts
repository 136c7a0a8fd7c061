// Remembers the original content of files that setup changed, so that undo restores them byte for byte.

import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { asArray, asObject, asString, parseJson } from '../../base/json.ts';
import { makePrivateFolder } from '../../store/open-store.ts';

export interface SetupRecord {
  readonly path: string;
  /** Null for a file that did not exist. */
  readonly before: string | null;
  readonly after: string;
}

function recordPath(folder: string): string {
  return join(folder, 'setup.json');
}

function recordOf(value: unknown): SetupRecord[] {
  const record = asObject(value);
  const [path, after] = [asString(record?.['path']), asString(record?.['after'])];
  if (path === undefined || after === undefined) return [];
  return [{ path, after, before: asString(record?.['before']) ?? null }];
}

/** Empty where nothing was set up, or the record cannot be read. */
export function readRecords(folder: string): SetupRecord[] {
  try {
    const parsed = parseJson(readFileSync(recordPath(folder), 'utf8'));
    return parsed.ok ? (asArray(parsed.value) ?? []).flatMap(recordOf) : [];
  } catch {
    return [];
  }
}

export function writeRecords(folder: string, records: readonly SetupRecord[]): void {
  if (records.length === 0) {
    rmSync(recordPath(folder), { force: true });
    return;
  }
  makePrivateFolder(folder);
  writeFileSync(recordPath(folder), `${JSON.stringify(records, null, 2)}\n`, { mode: 0o600 });
}
