// The version from package.json.

import { readFileSync } from 'node:fs';

let known: string | undefined;

export function version(): string {
  if (known !== undefined) return known;
  const parsed: unknown = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
  known = typeof parsed === 'object' && parsed !== null && 'version' in parsed ? String(parsed.version) : '0';
  return known;
}
