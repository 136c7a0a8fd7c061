// The flags of `npm run bench`.

import { parseArgs } from 'node:util';
import { parseSize, UsageError } from './generate/command-line.ts';
import type { Scale } from './measure.ts';

export const USAGE = `Measures Toolscope next to a bare JSON.parse of the same bytes, and compares with the last results kept.

  --bytes SIZE    how large the made-up library is (default 1GB)
  --rounds N      how often passes over the library are measured, in turns (default 3)
  --only LIST     these measures alone, by name, with commas between
  --folder PATH   logs that are there already, instead of made-up ones; also those of the rows on real logs, which are
                  otherwise in ../shared/corpus, or left out
  --quick         small and once: whether everything works, not how fast it is
  --keep          make the results the ones that later runs are compared with, and show them in docs/performance.md; of a
                  part (--only), what is no ratio to the JSON.parse of its run
  --list          what can be measured
  --help          this
`;

export interface BenchOptions {
  readonly scale: Scale;
  readonly rounds: number;
  readonly only: readonly string[] | null;
  readonly library: string | null;
  readonly keep: boolean;
  readonly list: boolean;
}

/** A sixth of a long session are its subagents: its own log is a gigabyte. */
const LONG_BYTES = 1.2e9;

const QUICK: Scale = { bytes: 20e6, longBytes: 20e6, calls: 10_000, samples: 10 };

/** Null when help was asked for. */
export function parseBenchOptions(args: readonly string[]): BenchOptions | null {
  const { values } = parseArgs({
    args: [...args],
    options: {
      bytes: { type: 'string' },
      rounds: { type: 'string' },
      only: { type: 'string' },
      folder: { type: 'string' },
      quick: { type: 'boolean', default: false },
      keep: { type: 'boolean', default: false },
      list: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return null;
  const given = values.bytes === undefined ? undefined : parseSize(values.bytes);
  const full = { bytes: given ?? 1e9, longBytes: given ?? LONG_BYTES, calls: 1_000_000, samples: 50 };
  const rounds = Number(values.rounds ?? (values.quick ? 1 : 3));
  if (!Number.isInteger(rounds) || rounds < 1) throw new UsageError('--rounds wants a whole number above zero');
  return {
    scale: values.quick ? { ...QUICK, ...(given === undefined ? {} : { bytes: given, longBytes: given }) } : full,
    rounds,
    only: values.only?.split(',').map((name) => name.trim()) ?? null,
    library: values.folder ?? null,
    keep: values.keep,
    list: values.list,
  };
}
