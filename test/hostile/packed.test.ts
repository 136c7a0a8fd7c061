// Tests packed logs that were made to do harm, and that packed logs are read right at every place and in any pieces.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AppError } from '../../src/base/app-error.ts';
import { LineCutter } from '../../src/base/lines.ts';
import { logBytes, Scratch } from '../../src/search/text/log-bytes.ts';
import { openOnDisk } from '../../src/sources/files/open-log.ts';
import { readLines } from '../../src/sources/json-lines/read-lines.ts';
import { UnpackedLog } from '../../src/sources/json-lines/unpack.ts';
import { ClaudeLog, folderWith } from '../support/claude-log.ts';
import { fuzz } from '../support/fuzz.ts';
import { readOne } from '../support/read.ts';
import { zstd } from '../support/zstd.ts';
import { bomb, greedyWindow } from '../support/zstd-bomb.ts';

const SID = '11111111-2222-4333-8444-555555555555';
const TOO_LARGE = /becomes too large|more memory/;

function small(): ClaudeLog {
  const log = new ClaudeLog(SID);
  log.prompt('go');
  log.call('toolu_a', 'Bash', { command: 'ls' });
  log.result('toolu_a', 'x');
  return log;
}

async function linesOf(path: string): Promise<number> {
  let lines = 0;
  await readLines(path, () => lines++, { partial: true });
  return lines;
}

describe('a bomb', () => {
  /** Some 8 GB. */
  const bytes = bomb(small().text(), 60_000);
  const folder = folderWith({ 'bomb.jsonl.zst': bytes, 'greedy.jsonl.zst': greedyWindow() });

  it('is a problem of its session, and what came before it is read', async () => {
    expect(bytes.length).toBeLessThan(250_000);
    const session = await readOne({ [`${SID}.jsonl.zst`]: bytes });
    expect(session.calls.map(({ callId, status }) => [callId, status])).toEqual([['toolu_a', 'ok']]);
    expect(session.problems).toMatchObject([{ code: 'unreadable-log', message: expect.stringMatching(TOO_LARGE) }]);
  });

  it.each(['bomb', 'greedy'])('stops every reader: %s', async (name) => {
    const path = join(folder, `${name}.jsonl.zst`);
    expect(existsSync(path)).toBe(true);
    await expect(linesOf(path)).rejects.toThrow(TOO_LARGE);
    expect(() => logBytes(path).size()).toThrow(TOO_LARGE);
    const log = new UnpackedLog(path, openOnDisk(path));
    expect(() => log.read(new Uint8Array(10), 3_000_000_000)).toThrow(TOO_LARGE);
    log.close();
  });
});

describe('a packed log', () => {
  it('is read forwards as a whole by someone who keeps little of it, in pieces larger than what is kept', () => {
    const text = Array.from({ length: 700_000 }, (_, at) => String(at).padStart(8, '.')).join('');
    const path = join(folderWith({ 'x.zst': zstd(text) }), 'x.zst');
    const log = new UnpackedLog(path, openOnDisk(path), 2);
    const room = Buffer.alloc(2_500_000);
    const read: Buffer[] = [];
    for (let at = 0, length = log.read(room, 0); length > 0; length = log.read(room, at)) {
      read.push(Buffer.from(room.subarray(0, length)));
      at += length;
    }
    log.close();
    expect(Buffer.concat(read).equals(Buffer.from(text))).toBe(true);
  });

  it('gives the same bytes as the text it was made of, wherever it is read', () => {
    fc.assert(
      fc.property(
        fc.nat(3_000_000),
        fc.array(fc.tuple(fc.nat(3_100_000), fc.nat(5000)), { maxLength: 8 }),
        (length, reads) => {
          const text = Array.from({ length: Math.ceil(length / 8) }, (_, at) => String(at).padStart(8, '.')).join('');
          const path = join(folderWith({ 'x.zst': zstd(text) }), 'x.zst');
          const bytes = Buffer.from(text);
          const log = logBytes(path);
          for (const [at, count] of reads) {
            const read = log.read(at, count, new Scratch());
            expect(Buffer.compare(Buffer.from(read), bytes.subarray(at, at + count))).toBe(0);
          }
          expect(log.size()).toBe(bytes.length);
          log.release();
        },
      ),
      { numRuns: 20, seed: 19 },
    );
  });

  it('is read or refused in words of ours, whatever stands in it', async () => {
    const good = zstd(small().text());
    const damaged = fc.sample(
      fc.oneof(
        fc.uint8Array({ maxLength: 200 }),
        fc.tuple(fc.nat(good.length - 1), fc.nat(255)).map(([at, byte]) => good.with(at, byte)),
        fc
          .tuple(fc.nat(12), fc.uint8Array({ minLength: 1, maxLength: 40 }))
          .map(([at, bytes]) => Uint8Array.from([...good.subarray(0, at), ...bytes])),
      ),
      fuzz(300),
    );
    const folder = folderWith(Object.fromEntries(damaged.map((bytes, at) => [`${at}.zst`, bytes])));
    for (const at of damaged.keys()) {
      const trouble = await linesOf(join(folder, `${at}.zst`)).catch((error: unknown) => error);
      expect(typeof trouble === 'number' || trouble instanceof AppError, String(trouble)).toBe(true);
    }
  });
});

describe('cutting lines', () => {
  const pieces = fc.array(
    fc
      .array(fc.constantFrom('\n', '\r', '\r\n', 'a', 'bc'.repeat(5), '{"x":1}'), { maxLength: 8 })
      .map((parts) => parts.join('')),
    { maxLength: 12 },
  );

  it('gives every line its place and length, and holds none that is too long', () => {
    fc.assert(
      fc.property(pieces, fc.integer({ min: 1, max: 30 }), (given, most) => {
        const cutter = new LineCutter(undefined, most);
        const told: string[] = [];
        const take = (line: { bytes: Uint8Array; offset: number; length: number; line: number; terminated: boolean }) =>
          told.push(`${line.line} ${line.offset} ${line.length} ${line.terminated} ${Buffer.from(line.bytes)}`);
        for (const piece of given) cutter.push(Buffer.from(piece), take);
        cutter.finish(take);
        const wanted: string[] = [];
        let offset = 0;
        const lines = given.join('').split('\n');
        for (const [at, line] of lines.entries()) {
          const isLast = at === lines.length - 1;
          const bare = line.endsWith('\r') ? line.slice(0, -1) : line;
          const held = line.length > most ? '' : bare;
          if (!isLast || line !== '') wanted.push(`${at + 1} ${offset} ${bare.length} ${!isLast} ${held}`);
          offset += line.length + 1;
        }
        expect(told).toEqual(wanted);
      }),
      fuzz(300),
    );
  });
});
