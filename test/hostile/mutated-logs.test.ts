// Fuzzes whole files on their way into the index: the demo's log of every agent, damaged as bytes and changed as JSON. Nothing
// throws, every line is accounted for, and the index has what reading gives.

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { addsUp } from '../../src/model/ledger.ts';
import { indexOnce, indexPicture, newFolder, readPicture } from '../index/support.ts';
import { ClaudeLog, folderWith } from '../support/claude-log.ts';
import { type DemoLog, demoLogs } from '../support/demo-logs.ts';
import { fuzz } from '../support/fuzz.ts';

const DEMO = await demoLogs();

type Edit = (bytes: Buffer) => Buffer;

function at(bytes: Buffer, place: number): number {
  return Math.floor(place * bytes.length);
}

/** Where a line begins, at or before a place. */
function lineAt(bytes: Buffer, place: number): number {
  return bytes.lastIndexOf(10, Math.max(0, at(bytes, place) - 1)) + 1;
}

function spliced(bytes: Buffer, from: number, to: number, by: Uint8Array): Buffer {
  return Buffer.concat([bytes.subarray(0, from), by, bytes.subarray(Math.max(from, to))]);
}

const place = fc.double({ min: 0, max: 0.999, noNaN: true });
const noise = fc.oneof(
  fc.uint8Array({ maxLength: 12 }),
  fc
    .constantFrom('\n', '\r\n', '\0\0\0', '{', '}]', '"', '\\', '\ufeff', '\ud83d', '{"a":'.repeat(300), '1e999')
    .map((text) => Buffer.from(text)),
);
const damage: fc.Arbitrary<Edit> = fc.oneof(
  fc.tuple(place, noise).map(
    ([from, by]) =>
      (bytes: Buffer) =>
        spliced(bytes, at(bytes, from), 0, by),
  ),
  fc.tuple(place, noise).map(
    ([from, by]) =>
      (bytes: Buffer) =>
        spliced(bytes, at(bytes, from), at(bytes, from) + by.length, by),
  ),
  place.map((to) => (bytes: Buffer) => bytes.subarray(0, at(bytes, to))),
  place.map((from) => (bytes: Buffer) => bytes.subarray(at(bytes, from))),
  // A part once more, somewhere else: lines twice, halves of lines joined.
  fc.tuple(place, place, place).map(([from, to, into]) => (bytes: Buffer) => {
    const part = bytes.subarray(lineAt(bytes, Math.min(from, to)), lineAt(bytes, Math.max(from, to)));
    return spliced(bytes, lineAt(bytes, into), 0, part);
  }),
);

/** Other values in the place of some, by their number in the text; keys as well. */
const VALUE = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/g;
const change: fc.Arbitrary<Edit> = fc
  .tuple(
    fc.nat(400),
    fc.oneof(
      fc.constantFrom(
        'null',
        '-1',
        '1e300',
        '""',
        '[]',
        '{}',
        '"__proto__"',
        '"\\ud800"',
        '[[{}]]',
        '{"text":7}',
        '"9999-12-31"',
      ),
      fc.json({ maxDepth: 2 }),
    ),
  )
  .map(([number, by]) => (bytes: Buffer) => {
    let count = 0;
    return Buffer.from(bytes.toString('utf8').replace(VALUE, (found) => (count++ === number ? by : found)));
  });

const edits = fc.array(fc.oneof(damage, { arbitrary: change, weight: 2 }), { minLength: 1, maxLength: 4 });

/** The tours of the tools are long, and all of one kind. */
function beginning({ text, isLines }: DemoLog): Buffer {
  return Buffer.from(isLines ? text.split('\n').slice(0, 40).join('\n') : text);
}

it.each(DEMO.map((log) => [`${log.format.agent} ${log.file}`, log] as const))(
  '%s',
  { timeout: 600_000 },
  async (_, log) => {
    const original = beginning(log);
    await fc.assert(
      fc.asyncProperty(edits, async (made) => {
        const folder = mkdtempSync(join(tmpdir(), 'toolscope-mutated-'));
        try {
          const path = join(folder, 'logs', log.file);
          mkdirSync(dirname(path), { recursive: true });
          writeFileSync(
            path,
            made.reduce((bytes, edit) => edit(bytes), original),
          );
          await indexOnce(join(folder, 'data'), [join(folder, 'logs')]);
          const picture = await indexPicture(join(folder, 'data'));
          for (const [file, ledger] of picture.ledgers) expect([file, addsUp(ledger)]).toEqual([file, true]);
          expect(picture).toEqual(await readPicture([join(folder, 'logs')]));
        } finally {
          rmSync(folder, { recursive: true, force: true });
        }
      }),
      fuzz(12),
    );
  },
);

it('names that differ in half a character only, which no database holds', async () => {
  const session = '81111111-2222-4333-8444-555555555555';
  const log = new ClaudeLog(session);
  log.prompt('look');
  for (const half of ['\ud800', '\ud801', '\udfff', '\ufffd']) {
    log.call(`toolu_${half}`, `Tool${half}`, { path: half });
    log.result(`toolu_${half}`, half);
  }
  const [logs, data] = [folderWith({ [`${session}.jsonl`]: log.text() }), newFolder()];
  await indexOnce(data, [logs]);
  const picture = await indexPicture(data);
  expect(picture.calls.map(({ occurrence }) => occurrence).sort()).toEqual([1, 2, 3, 4]);
  expect(picture).toEqual(await readPicture([logs]));
});
