// Tests that the committed WebAssembly was made from its current source.

import { resolve } from 'node:path';
import { expect, test } from 'vitest';

test('the scanner is current: else run `npm run generate`', async () => {
  const script: { areModulesCurrent: (root: string) => boolean } = await import(
    // A script without types.
    new URL('../../scripts/wasm.mjs', import.meta.url).href
  );
  expect(script.areModulesCurrent(resolve(import.meta.dirname, '../..'))).toBe(true);
});
