// Frees buffers that were dropped a moment ago. The engine does so when its room for short-lived objects is full; unpacking
// drops a buffer for every 128 KB and makes hardly any objects, so that sixty megabytes would lie around on each thread.

import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

let collect: (() => void) | null | undefined;

/** A host that has the collector lends it. Else the engine hands it to contexts that are made while this flag is set: only to ours. */
function findCollector(): (() => void) | null {
  const { gc } = globalThis;
  if (gc !== undefined) return () => void gc({ type: 'minor' });
  try {
    setFlagsFromString('--expose-gc');
    const found: unknown = runInNewContext('gc');
    return typeof found === 'function' ? () => found({ type: 'minor' }) : null;
  } catch {
    return null;
  } finally {
    setFlagsFromString('--no-expose-gc');
  }
}

/** Takes less than a millisecond. Without a collector nothing happens, and the engine does it later. */
export function releaseBuffers(): void {
  if (collect === undefined) collect = findCollector();
  collect?.();
}
