// Cuts the filters of chunks into slices, once there are enough of them to fill a group: see text/slices.

import type { CutChunk, FullChunk, SliceStore } from '../store/text-store.ts';
import { SliceBuilder } from './text/slices.ts';
import { decodeChunks } from './text/text-index.ts';
import { cutChunk } from './text/text-index-codec.ts';

/** The filters of some 256 MB of logs. */
const GROUP_BYTES = 8 * 1024 * 1024;

/** Undefined when there is no room for it, or it cannot be used. */
function cut(builder: SliceBuilder, chunk: FullChunk): CutChunk | undefined {
  const chunks = decodeChunks(chunk.body);
  const place = typeof chunks === 'string' ? undefined : builder.add(chunks);
  if (typeof chunks === 'string' || place === undefined) return undefined;
  const blocks = chunks.reduce((sum, one) => sum + one.blocks, 0);
  return { ...chunk, body: new Uint8Array(Buffer.concat(chunks.map(cutChunk))), ...place, blocks };
}

/** `pause` lets others have their turn. */
export async function sliceTexts(
  store: SliceStore,
  {
    pause,
    signal,
    groupBytes = GROUP_BYTES,
    keptBytes = store.keptBytes,
  }: { pause(): Promise<void>; signal?: AbortSignal | undefined; groupBytes?: number; keptBytes?: number },
): Promise<void> {
  for (;;) {
    const full = await store.fullChunks(groupBytes, keptBytes);
    const builder = new SliceBuilder();
    const chunks: CutChunk[] = [];
    for (const chunk of full) {
      if (signal?.aborted === true) return;
      const done = cut(builder, chunk);
      // One that fits into no group keeps its filters.
      if (done === undefined && chunks.length > 0) break;
      if (done !== undefined) chunks.push(done);
      await pause();
    }
    if (chunks.length === 0 || !(await store.put({ rows: builder.rows(), chunks }))) return;
  }
}
