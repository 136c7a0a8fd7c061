// Whether a path is a place, or somewhere below it.

import { sep } from 'node:path';

/** Both absolute. A place may be a root, whose name ends with the separator. */
export function isAtOrBelow(path: string, place: string): boolean {
  return path === place || path.startsWith(place.endsWith(sep) ? place : place + sep);
}
