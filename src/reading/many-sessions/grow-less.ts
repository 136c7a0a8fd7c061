// How far heaps may grow while a very long session is read. By default the engine lets them grow to two to four times what
// lives in them before it tidies up; of a session of 100,000 calls 140 MB live.

import { setFlagsFromString } from 'node:v8';

/** A session this long takes so much memory that what it leaves behind should not wait. */
const LONG_BYTES = 256 * 1024 * 1024;

/** For programs, not for a library in somebody else's: it holds for all heaps of the process, from the next tidying on. */
export function growLessFor(sessionBytes: number): void {
  if (sessionBytes >= LONG_BYTES) setFlagsFromString('--heap-growing-percent=40');
}
