// Calls with huge bodies: outputs, files, diffs, lists and values far larger than anybody reads.

import { type SampleCall, sampleCalls } from '../gallery/sample-calls.ts';

function like(name: string, more: Pick<SampleCall, 'result'> & Partial<SampleCall>): SampleCall {
  const sample = sampleCalls().find((one) => one.name === name);
  if (sample === undefined) throw new Error(`there is no sample ${name}`);
  const result =
    typeof sample.result === 'object' && typeof more.result === 'object'
      ? { ...sample.result, ...more.result }
      : more.result;
  return { ...sample, ...more, name: `huge/${name}`, result };
}

function lines(count: number, line: (at: number) => string): string[] {
  return Array.from({ length: count }, (_, at) => line(at));
}

export function hugeCalls(): readonly SampleCall[] {
  const hunk = (marks: readonly string[]) => ({
    oldStart: 1,
    oldLines: marks.length,
    newStart: 1,
    newLines: marks.length,
    lines: marks,
  });
  return [
    like('shell/claude-code-output.json', {
      result: {
        stdout: lines(20_000, (at) => `\u001b[3${at % 8}mline ${at}\u001b[0m`).join('\n'),
        stderr: 'x'.repeat(400_000),
      },
    }),
    like('read/claude-code-text.json', {
      result: { content: lines(20_000, (at) => `export const a${at} = "${at}";`).join('\n') },
    }),
    like('edit/claude-code-edited.json', {
      result: {
        files: [
          {
            path: '/work/huge.ts',
            change: 'modified',
            basis: 'hunks',
            hunks: [hunk(lines(20_000, (at) => (at % 2 === 0 ? `-const a${at} = 1;` : `+const a${at} = 2;`)))],
            linesAdded: 10_000,
            linesRemoved: 10_000,
          },
        ],
      },
    }),
    like('glob/claude-code-files.json', {
      result: { files: lines(20_000, (at) => `/work/src/part${at % 50}/file${at}.ts`), count: 20_000 },
    }),
    like('generic/claude-code-value.json', {
      result: { value: { list: lines(30_000, (at) => `item ${at}`), text: 'x'.repeat(400_000) } },
    }),
  ];
}
