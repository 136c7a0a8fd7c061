// Work done by a user who may not read everything.

import { chmodSync } from 'node:fs';

/** Even if the tests run as root. Others may look into the folder meanwhile. */
export async function asNobody<Value>(folder: string, work: () => Promise<Value>): Promise<Value> {
  chmodSync(folder, 0o755);
  const isRoot = process.getuid?.() === 0;
  if (isRoot) process.seteuid?.(65_534);
  try {
    return await work();
  } finally {
    if (isRoot) process.seteuid?.(0);
  }
}
