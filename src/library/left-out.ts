// What is below the places and not in the index, as it is on disk now: folders and files that cannot be read, and files that are
// no log of a known agent. Whichever process keeps the index, the answer is the same.

import { closeSync, existsSync, openSync } from 'node:fs';
import { systemCode } from '../base/system-code.ts';
import { type Discovered, discoverAmong } from '../sources/discover.ts';
import { stalledPlaces } from '../sources/files/stalled-places.ts';
import type { Unreadable, WalkedFile } from '../sources/files/walk-files.ts';
import { walkLogs } from '../sources/list-logs.ts';
import type { Questions } from '../store/questions.ts';

export type LeftOut = Pick<Discovered, 'unclaimed' | 'unreadable'>;

/** Why a log cannot be opened now; undefined when it can, or is gone. */
function troubleWith(path: string): string | undefined {
  try {
    closeSync(openSync(path, 'r'));
    return undefined;
  } catch (error) {
    const reason = systemCode(error);
    // What is inside another file has a path of its own, and that file was opened on the way here.
    return reason === 'ENOENT' || reason === 'ENOTDIR' ? undefined : reason;
  }
}

export async function leftOut({ health }: Pick<Questions, 'health'>, places: readonly string[]): Promise<LeftOut> {
  const known = new Set((await health.presentFiles(places, places)).map(({ path }) => path));
  const shut: Unreadable[] = [];
  const there = places.filter((place) => !stalledPlaces.isStalled(place) && existsSync(place));
  const walk = walkLogs(there, shut, { isForgiving: true });
  /** Files that were read need not be looked into, only whether that is still allowed. One that was named must not end the walk. */
  const next = (): WalkedFile | undefined => {
    for (let file = walk(); file !== undefined; file = walk()) {
      const { path, isNamed } = file;
      const reason = known.has(path) || isNamed ? troubleWith(path) : undefined;
      if (reason !== undefined) shut.push({ path, reason });
      else if (!known.has(path)) return { ...file, isNamed: false };
    }
    return undefined;
  };
  const { unclaimed, unreadable } = await discoverAmong(next, []);
  return { unclaimed, unreadable: [...shut, ...unreadable] };
}
