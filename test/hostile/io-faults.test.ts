// Tests that a file operation that fails, at whatever moment, costs nothing in the end: once the disk works again, index and
// archive are as if it always had. Errors of SQLite's own writes are in index/real-failures and archive/failures.

import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { afterEach, describe, expect, it } from 'vitest';
import { AppError } from '../../src/base/app-error.ts';
import { conversation, KeptLibrary, OTHER, SID } from '../archive/support.ts';
import { indexPicture, readPicture } from '../index/support.ts';

const OPERATIONS = [
  'openSync',
  'readSync',
  'fstatSync',
  'statSync',
  'lstatSync',
  'readdirSync',
  'realpathSync',
] as const;
type Operation = (typeof OPERATIONS)[number];

const originals = Object.fromEntries(OPERATIONS.map((name) => [name, fs[name]]));

function restore(): void {
  Object.assign(fs, originals);
  syncBuiltinESMExports();
}

afterEach(restore);

/** Replaces an operation. Only calls about the logs are touched: the runner and the driver use files as well. */
function replace(name: Operation, stand: (call: () => unknown, args: unknown[]) => unknown): void {
  const original = originals[name];
  if (original === undefined) throw new Error(name);
  const standIn = (...args: unknown[]): unknown => stand(() => Reflect.apply(original, fs, args), args);
  Object.assign(fs, { [name]: Object.assign(standIn, original) });
  syncBuiltinESMExports();
}

/** Lets the nth call about the logs fail. Returns whether it came to that. */
function failNth(name: Operation, nth: number, code: string, place: string): () => boolean {
  let count = 0;
  const isAbout = (args: unknown[]): boolean =>
    typeof args[0] === 'string' ? args[0].startsWith(place) : name === 'readSync' || name === 'fstatSync';
  replace(name, (call, args) => {
    if (!isAbout(args) || ++count !== nth) return call();
    throw Object.assign(new Error(`${code}: made up`), { code, errno: -5, syscall: name });
  });
  return () => count >= nth;
}

function madeUp(): KeptLibrary {
  return new KeptLibrary()
    .write(`${SID}.jsonl`, conversation(SID, 5))
    .write(`below/${OTHER}.jsonl`, conversation(OTHER, 2))
    .write(`below/${OTHER}/tool-results/out.txt`, 'a long output');
}

/** Without large outputs: one that cannot be listed is passed over, because the log is more important. */
function logsIn(library: KeptLibrary): Record<string, string> {
  return Object.fromEntries(Object.entries(library.contents()).filter(([name]) => name.endsWith('.jsonl')));
}

/** Trouble is told as ours or passed over; anything else is a mistake. */
async function keepInTrouble(library: KeptLibrary): Promise<void> {
  try {
    await library.keep();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
  }
}

describe.each(OPERATIONS)('%s', { timeout: 120_000 }, (name) => {
  it.each(['EIO', 'EMFILE'])('fails with %s at every call, one after the other', async (code) => {
    const whole = madeUp();
    await whole.keep();
    const calls = (await indexPicture(whole.folder)).calls.length;
    for (let nth = 1; nth <= 40; nth++) {
      const library = madeUp();
      const hasFailed = failNth(name, nth, code, library.place);
      await keepInTrouble(library);
      restore();
      if (!hasFailed()) break;
      await library.keep();
      const picture = await indexPicture(library.folder);
      expect([nth, picture.calls.length]).toEqual([nth, calls]);
      expect(picture).toEqual(await readPicture([library.place]));
      expect([nth, logsIn(library)]).toEqual([nth, logsIn(whole)]);
    }
  });
});

it('takes reads that give less than was asked for', async () => {
  const whole = madeUp();
  await whole.keep();
  const library = madeUp();
  const original = fs.readSync;
  replace('readSync', (_, args) => {
    const [file, room, from, length, at] = args;
    if (!(room instanceof Uint8Array) || typeof length !== 'number') return Reflect.apply(original, fs, args);
    return Reflect.apply(original, fs, [file, room, from, Math.min(length, 100), at]);
  });
  await library.keep();
  restore();
  expect(await indexPicture(library.folder)).toEqual(await readPicture([library.place]));
  expect(library.contents()).toEqual(whole.contents());
});
