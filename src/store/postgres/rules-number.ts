// The rules by which logs are read, as a number that orders them: those of a newer program are greater, so that an older one does
// not read again, and never overwrites, what a newer one has read.

import { readFileSync } from 'node:fs';
import { integer } from '../../base/row.ts';
import type { Connection } from './database/connection.ts';

/** Rules of one version of the program, one build after the other. */
const OF_VERSION = 1_000_000;

/** 0.1.0 → 1000; three digits for each part. */
export function versionNumber(version: string): number {
  const [major = 0, minor = 0, patch = 0] = (/^(\d+)\.(\d+)\.(\d+)/.exec(version) ?? []).slice(1).map(Number);
  return (major * 1000 + Math.min(999, minor)) * 1000 + Math.min(999, patch);
}

function programVersion(): string {
  for (const place of ['../../package.json', '../../../package.json']) {
    try {
      const parsed: unknown = JSON.parse(readFileSync(new URL(place, import.meta.url), 'utf8'));
      if (typeof parsed === 'object' && parsed !== null && 'version' in parsed) return String(parsed.version);
    } catch {
      // Bundled, the program lies elsewhere.
    }
  }
  return '0.0.0';
}

/** The number of these rules in a database; those that are new there come after all others of this version of the program. */
export async function rulesNumber(connection: Connection, name: string, version = programVersion()): Promise<number> {
  const first = versionNumber(version) * OF_VERSION + 1;
  return connection.transaction(async (on) => {
    await on.run('LOCK TABLE rules IN SHARE ROW EXCLUSIVE MODE');
    const known = await on.get('SELECT num FROM rules WHERE name = $1', name);
    if (known !== undefined) return integer(known, 'num');
    const added = await on.get(
      `INSERT INTO rules SELECT $1, coalesce(max(num) + 1, $2) FROM rules WHERE num >= $2 AND num < $3 RETURNING num`,
      name,
      first,
      first + OF_VERSION - 1,
    );
    return added === undefined ? first : integer(added, 'num');
  });
}
