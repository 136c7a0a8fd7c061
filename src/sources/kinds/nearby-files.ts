// Small JSON files around a document that belong to it, for agents that spread a session over many. Only below one folder, by plain
// names, never through a link, and bounded. If the system cannot read one now, the document is unreadable: it is read again later,
// and not mistaken for a session without these files.

import { basename } from 'node:path';
import { AppError } from '../../base/app-error.ts';
import { parseJson } from '../../base/json.ts';
import type { NearbyFiles } from '../../formats/source.ts';
import { filesBelow, openSurelyBelow, pathBelow } from './open-below.ts';

const MOST_FILES = 50_000;
const MOST_MB = 64;

export function nearbyFiles(folder: string): NearbyFiles {
  let files = 0;
  let bytes = 0;
  const count = (size: number): void => {
    files++;
    bytes += size;
    if (files <= MOST_FILES && bytes <= MOST_MB * 1024 * 1024) return;
    throw new AppError('path-unreadable', `A session in ${folder} has too many files, and was not read.`);
  };
  return {
    list: (...names) =>
      filesBelow({ folder, names })
        .map((place) => basename(pathBelow(place)))
        .filter((name) => name.endsWith('.json'))
        .sort(),
    read: (...names) => {
      const file = openSurelyBelow({ folder, names });
      if (file === undefined) return undefined;
      try {
        const { size } = file;
        count(size);
        const content = Buffer.allocUnsafe(size);
        const parsed = parseJson(content.toString('utf8', 0, file.read(content, 0)));
        return parsed.ok ? parsed.value : undefined;
      } finally {
        file.close();
      }
    },
  };
}
