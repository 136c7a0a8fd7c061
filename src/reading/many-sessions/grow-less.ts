// Limits heap growth while a very long session is read. By default the engine lets heaps grow to two to four times their live size
// before it collects garbage; a session of 100,000 calls has 140 MB live.

import { setFlagsFromString } from 'node:v8';

/** A session this long needs so much memory that its garbage should be collected soon. */
const LONG_BYTES = 256 * 1024 * 1024;

/** Process-wide, from the next garbage collection on: for our program only, never inside a host application. */
export function growLessFor(sessionBytes: number): void {
  if (sessionBytes >= LONG_BYTES) setFlagsFromString('--heap-growing-percent=40');
}
