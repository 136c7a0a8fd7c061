// Frees buffers that were just dropped. The engine does so when its young generation is full; unpacking drops a buffer for every
// 128 KB and creates hardly any objects, so that each thread would hold sixty megabytes of garbage.

import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

let collect: (() => void) | null | undefined;

/** Uses the host's exposed collector. Else the engine gives it to contexts created while this flag is set: only to ours. */
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

/** Takes less than a millisecond. Without a collector it does nothing, and the engine does it later. */
export function releaseBuffers(): void {
  if (collect === undefined) collect = findCollector();
  collect?.();
}
