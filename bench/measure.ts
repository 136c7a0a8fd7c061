// The definition of a measure, its input, and its rows.

/**
 * Expensive fixtures that several measures use. Made once per run; without real logs, their measure is skipped.
 */
export type FixtureName = 'library' | 'index' | 'long-session' | 'real-logs';

export interface Scale {
  /** Bytes of the library. */
  readonly bytes: number;
  /** Bytes of the one long session. */
  readonly longBytes: number;
  /** Calls that the pages' questions are asked about. */
  readonly calls: number;
  /** How often small things are repeated inside one measure, at most. */
  readonly samples: number;
}

export interface Bench {
  readonly fixtures: Readonly<Partial<Record<FixtureName, string>>>;
  /** An empty folder for this measure. */
  readonly scratch: string;
  readonly scale: Scale;
}

/** One line of the table. What does not apply is left out. */
export interface Row {
  /** Stays the same across versions: results are compared by it. */
  readonly id: string;
  readonly title: string;
  readonly wallMs?: number;
  readonly cpuMs?: number;
  /** Maximum, over all processes together. */
  readonly rssMb?: number;
  /** Log bytes processed, for the speed and the ratio to JSON.parse. */
  readonly bytes?: number;
  readonly p50Ms?: number;
  readonly p95Ms?: number;
  /** How many times as fast as a minimal program that does only what is unavoidable; measured in turns with it. */
  readonly ofBare?: number;
  /** Bytes stored per byte of log. */
  readonly share?: number;
  /** What was found, so that a fast but wrong result is noticed. */
  readonly count?: number;
  readonly counted?: string;
}

export interface Measure {
  readonly id: string;
  readonly needs: readonly FixtureName[];
  /** Measures with many samples inside, or a long preparation, are run once. */
  readonly rounds: 'each' | 'once';
  run(bench: Bench): Promise<readonly Row[]>;
}

/** The path of a fixture that the measure asked for. */
export function fixture({ fixtures }: Bench, name: FixtureName): string {
  const path = fixtures[name];
  if (path === undefined) throw new Error(`The measure needs "${name}", but does not say so.`);
  return path;
}
