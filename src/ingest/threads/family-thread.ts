// Owns a reading thread: takes families of sessions by message, and sends back what it read of them.

import { parentPort } from 'node:worker_threads';
import { troubleOf } from '../index/trouble.ts';
import { revive } from '../portable-files.ts';
import { readFamily } from '../read-family.ts';
import type { FamilyAnswer, FamilyTask } from './family-reader.ts';

const port = parentPort;
if (port === null) throw new Error('family-thread runs as a worker thread only');

async function answer({ number, family, options }: FamilyTask): Promise<FamilyAnswer> {
  try {
    const files: [string, number][] = [];
    const onFile = (path: string, bytes: number): void => void files.push([path, bytes]);
    return { number, sessions: await readFamily(family.map(revive), { ...options, onFile }), files };
  } catch (error) {
    return { number, trouble: troubleOf(error) };
  }
}

// One after another, so that memory holds one family at a time.
let last = Promise.resolve();
port.on('message', (task: FamilyTask) => {
  last = last.then(async () => port.postMessage(await answer(task)));
});
