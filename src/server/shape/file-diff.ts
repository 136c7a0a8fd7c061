// What changed in a file, on the wire.

import type { FileDiff } from '../../reading/display-parts.ts';

export function fileOnWire({ path, movedTo, change, basis, hunks, linesAdded, linesRemoved }: FileDiff) {
  const parts = hunks.map(({ lines, section, ...rest }) => ({
    ...rest,
    lines: [...lines],
    ...(section === undefined ? {} : { section }),
  }));
  return { path, ...(movedTo === undefined ? {} : { movedTo }), change, basis, hunks: parts, linesAdded, linesRemoved };
}
