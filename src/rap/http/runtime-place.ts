// The address of a data folder's runtime: stored while it runs, so that a dashboard in another process can pass on the
// user's answers.

import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { asName, asObject, parseExactly } from '../../base/json.ts';
import { parseHttpUrl } from '../protocol/parse-url.ts';

function pathIn(folder: string): string {
  return join(folder, 'rap-runtime.json');
}

export function notePlace(folder: string, url: string): void {
  writeFileSync(pathIn(folder), JSON.stringify({ url }), { mode: 0o600 });
}

export function forgetPlace(folder: string): void {
  rmSync(pathIn(folder), { force: true });
}

/** Undefined if no runtime has stored it. A killed runtime may have left its address behind: verify before use. */
export function placeOfRuntime(folder: string): string | undefined {
  let text: string;
  try {
    text = readFileSync(pathIn(folder), 'utf8');
  } catch {
    return undefined;
  }
  const parsed = parseExactly(text);
  const url = parsed.ok ? asName(asObject(parsed.value)?.['url']) : undefined;
  return url !== undefined && parseHttpUrl(url) !== undefined ? url : undefined;
}
