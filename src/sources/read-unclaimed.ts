// Files that look like logs and belong to no known agent: every line is counted, as a problem, and nothing is guessed.

import { count, emptyLedger, type Ledger } from '../model/ledger.ts';
import { parseLine } from './json-lines/parse-line.ts';
import { readLines } from './json-lines/read-lines.ts';

export async function readUnclaimed(path: string): Promise<Ledger> {
  const ledger = emptyLedger();
  await readLines(
    path,
    (line) => {
      ledger.lines++;
      const { trouble } = parseLine(line, 0);
      if (trouble?.kind === 'ignored') count(ledger.ignored, trouble.code);
      else count(ledger.problems, trouble?.code ?? 'unknown-format');
    },
    { partial: true },
  );
  return ledger;
}
