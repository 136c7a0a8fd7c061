// A reading thread: receives families of sessions by message, and sends back what it made of them.

import { parentPort } from 'node:worker_threads';
import { troubleOf } from '../../base/portable-error.ts';
import { useFoundConfig } from '../../config/found-config.ts';
import { revive } from '../portable-files.ts';
import { type FamilyParts, type ProductKind, readProduct } from './family-product.ts';
import type { FamilyAnswer, FamilyTask } from './family-reader.ts';

const port = parentPort;
if (port === null) throw new Error('family-thread runs as a worker thread only');

await useFoundConfig();
/** Sent with the first task, used for all. */
let leafTitles: FamilyTask['options']['leafTitles'];

async function answer({ number, kind, family, options }: FamilyTask): Promise<FamilyAnswer> {
  leafTitles ??= options.leafTitles;
  const titles = leafTitles === undefined ? {} : { leafTitles };
  try {
    const files: [string, number][] = [];
    const onFile = (path: string, bytes: number): void => void files.push([path, bytes]);
    return {
      number,
      product: [...(await readProduct(kind, family.map(revive), { ...options, ...titles, onFile }))],
      files,
    };
  } catch (error) {
    return { number, trouble: troubleOf(error) };
  }
}

/** Bytes are transferred; everything else is copied. */
function handedOver(product: readonly FamilyParts[ProductKind][]): ArrayBuffer[] {
  return product.flatMap((part) =>
    part instanceof Uint8Array && part.buffer instanceof ArrayBuffer ? [part.buffer] : [],
  );
}

// One after the other, so that memory holds one family at a time.
let last = Promise.resolve();
port.on('message', (task: FamilyTask) => {
  last = last.then(async () => {
    const told = await answer(task);
    port.postMessage(told, 'product' in told ? handedOver(told.product) : []);
  });
});
