// Tests building the text index of a log as it is read, piece by piece and many lines at once: the same bytes as line by line.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type CoveredStep, coverLog } from '../../src/search/text/cover-log.ts';
import { GramMemory } from '../../src/search/text/gram-memory.ts';
import { memoryBytes } from '../../src/search/text/log-bytes.ts';
import { PortableFilterBuilder } from '../../src/search/text/portable-filter-builder.ts';
import { ScannedFilterBuilder } from '../../src/search/text/scanned-filter-builder.ts';
import { searchedAs } from '../../src/search/text/searched-as.ts';
import { parseLine } from '../../src/sources/json-lines/parse-line.ts';
import { joinBytes, logOf, storedIndex } from './indexed-log.ts';
import { anyLine } from './spelling.ts';

const scanner = GramMemory.create();

/** Long enough for several blocks, with strings that come again. */
const longLine = fc
  .tuple(fc.constantFrom('measure', 'the idle drawbridge', 'Zürich \\u00e9', 'a'), fc.integer({ min: 1, max: 3000 }))
  .map(([word, times]) => JSON.stringify({ type: 'user', cwd: '/home/dev/orchard', text: `${word} `.repeat(times) }));

const line = fc.oneof({ weight: 2, arbitrary: anyLine }, { weight: 1, arbitrary: longLine });

interface Read {
  readonly covered: number;
  readonly index: Uint8Array;
  readonly isDone: boolean;
}

async function covered(log: Uint8Array, end: number, roomBytes: number, isAllRecords: boolean): Promise<Read> {
  const steps: CoveredStep[] = [];
  const room = scanner?.room.subarray(0, roomBytes) ?? Buffer.alloc(roomBytes);
  const filters = scanner === undefined ? new PortableFilterBuilder() : new ScannedFilterBuilder(scanner);
  const stretch = { from: { offset: 0, line: 1 }, end, isAllRecords };
  const isDone = await coverLog(stretch, memoryBytes(log), { filters, room }, { take: (step) => steps.push(step) > 0 });
  const last = steps.at(-1);
  const index = joinBytes([...steps.flatMap(({ chunks }) => chunks), ...(last === undefined ? [] : [last.open])]);
  return { covered: last?.covered ?? 0, index, isDone };
}

function isRecords(bytes: Uint8Array): boolean {
  if (bytes.length === 0) return true;
  const parsed = parseLine({ bytes, offset: 0, length: bytes.length, line: 1, terminated: true }, 0);
  return searchedAs(parsed) === 'records';
}

describe('coverLog', () => {
  it('makes of pieces of any size what lines one by one make', { timeout: 120_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(line, { minLength: 1, maxLength: 14 }),
        fc.constantFrom('\n', '\r\n'),
        fc.integer({ min: 16, max: 100_000 }),
        fc.boolean(),
        async (lines, lineEnd, roomBytes, isEnded) => {
          const whole = logOf(lines, lineEnd);
          const rest = isEnded ? new Uint8Array(0) : Buffer.from('{"text":"not whole y');
          const log = joinBytes([whole, rest]);
          const isAllRecords = lines.every((text) => isRecords(Buffer.from(text)));
          const expected = { covered: whole.length, index: storedIndex(whole), isDone: true };
          expect(await covered(log, log.length, roomBytes, isAllRecords)).toEqual(expected);
        },
      ),
      { numRuns: 400 },
    );
  });

  it('says when the log ends before its end', async () => {
    const log = logOf(['{"text":"one"}', '{"text":"two"}']);
    expect((await covered(log, log.length + 1, 1024, true)).isDone).toBe(false);
  });
});
