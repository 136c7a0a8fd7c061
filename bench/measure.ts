// What a measure is, what it is given, and the rows it gives back.

/**
 * Things that take long to make and that several measures look at. Made once in a run; real logs are there or not, and
 * without them their measure is left out.
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
  /** An empty folder of the measure's own. */
  readonly scratch: string;
  readonly scale: Scale;
}

/** One line of the table. What does not apply is left out. */
export interface Row {
  /** Stays the same over versions: results are compared by it. */
  readonly id: string;
  readonly title: string;
  readonly wallMs?: number;
  readonly cpuMs?: number;
  /** At most, of all processes together. */
  readonly rssMb?: number;
  /** Log bytes that were worked through: makes the speed, and the ratio to JSON.parse. */
  readonly bytes?: number;
  readonly p50Ms?: number;
  readonly p95Ms?: number;
  /** Times as fast as a bare program that does only the unavoidable; measured in turns with it. */
  readonly ofBare?: number;
  /** Bytes kept for each byte of log. */
  readonly share?: number;
  /** What was found, so that fast and wrong does not pass for fast. */
  readonly count?: number;
  readonly counted?: string;
}

export interface Measure {
  readonly id: string;
  readonly needs: readonly FixtureName[];
  /** Measures with many samples inside, or a long way to the first, are done once. */
  readonly rounds: 'each' | 'once';
  run(bench: Bench): Promise<readonly Row[]>;
}

/** The path of a fixture that the measure asked for. */
export function fixture({ fixtures }: Bench, name: FixtureName): string {
  const path = fixtures[name];
  if (path === undefined) throw new Error(`The measure needs "${name}", but does not say so.`);
  return path;
}
