// Tests how command lines are taken apart: documents and quotes, whatever stands in them.

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { mustEnd } from '../../test/support/must-end.ts';
import { parseCommandLine } from './command-line.ts';

function wordsOf(text: string): readonly (readonly string[])[] {
  return parseCommandLine(text).flatMap(({ steps }) =>
    steps.flatMap(({ pipeline }) => pipeline.map(({ words }) => words)),
  );
}

it('passes over a document to the line that is its mark', () => {
  const line = fc.constantFrom('EOF ', ' EOF', 'xEOF', 'EOFEOF', '\tEOF', '', '"', '`$(', "it's", 'a; b | c && d');
  fc.assert(
    fc.property(fc.array(line, { maxLength: 8 }), (lines) => {
      const text = ["cat <<'EOF' > out.txt", ...lines, 'EOF', 'grep x out.txt'].join('\n');
      expect(wordsOf(text)).toEqual([
        ['cat', '>', 'out.txt'],
        ['grep', 'x', 'out.txt'],
      ]);
    }),
    { numRuns: 500 },
  );
});

it('lets tabs stand before the mark only where the command says so', () => {
  expect(wordsOf('cat <<-END\n\tone\n\tEND\nls')).toEqual([['cat'], ['ls']]);
  expect(wordsOf('cat <<END\n\tone\n\tEND\nls')).toEqual([['cat']]);
});

it('finds the end of a quote behind what is escaped in it', () => {
  const piece = fc.constantFrom('\\"', '\\\\', 'a', ' ', ';', '|', "'", '\n', '\\n');
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
      expect(wordsOf(`echo "${pieces.join('')}" end`)).toEqual([['echo', pieces.join(''), 'end']]);
    }),
    { numRuns: 500 },
  );
});

it('escapes nothing between single quotes', () => {
  expect(wordsOf("grep 'a\\' b.txt")).toEqual([['grep', 'a\\', 'b.txt']]);
});

it('takes its time over nothing', () => {
  mustEnd(() => parseCommandLine(`echo "${'\\"'.repeat(500_000)}`));
  mustEnd(() => parseCommandLine(`cat <<E\n${'E'.repeat(500_000)}\n${'xE\n'.repeat(200_000)}`));
});
