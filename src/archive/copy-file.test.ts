// Tests where copying begins, so that logs that grow line by line end up in few large blocks at little cost.

import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { BlockPlace } from '../model/log-block.ts';
import { copyFrom } from './copy-file.ts';
import { BLOCK_BYTES } from './pack.ts';

it('copies no byte more often than sizes double, and leaves few blocks', () => {
  const growth = fc.array(fc.integer({ min: 1, max: 200_000 }), { minLength: 1, maxLength: 300 });
  fc.assert(
    fc.property(growth, (steps) => {
      let blocks: BlockPlace[] = [];
      let bytes = 0;
      let copied = 0;
      for (const step of steps) {
        const to = bytes + step;
        const from = copyFrom(blocks, bytes, to);
        blocks = blocks.filter(({ offset }) => offset < from);
        for (let at = from; at < to; at += BLOCK_BYTES) {
          blocks.push({ offset: at, length: Math.min(BLOCK_BYTES, to - at) });
        }
        copied += to - from;
        bytes = to;
      }
      const doublings = Math.log2(BLOCK_BYTES);
      expect(copied).toBeLessThanOrEqual(bytes * doublings);
      expect(blocks.length).toBeLessThanOrEqual(bytes / (BLOCK_BYTES / 2) + doublings + 1);
      let end = 0;
      for (const { offset, length } of blocks) {
        expect(offset).toBe(end);
        end += length;
      }
      expect(end).toBe(bytes);
    }),
  );
});
