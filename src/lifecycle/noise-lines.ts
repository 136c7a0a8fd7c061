// Which lines are start-up noise in this session: those at the head of what several different programs wrote. The result does not
// depend on the order of lines; calls read before a line was known to be noise are read again.

/** A broken shell start affects every program; three of them distinguish it from a failure of one. */
const PROGRAMS = 3;

interface Line {
  readonly programs: string[];
  readonly calls: Set<string>;
}

export type NoiseState = Map<number, Line>;

export class NoiseLines {
  readonly #lines: NoiseState;
  readonly #noise = new Set<number>();
  readonly #touched = new Set<string>();

  constructor(state: NoiseState = new Map()) {
    this.#lines = state;
    for (const [line, { programs }] of state) if (programs.length >= PROGRAMS) this.#noise.add(line);
  }

  save(): NoiseState {
    return this.#lines;
  }

  /** The lines' hashes. */
  get noise(): ReadonlySet<number> {
    return this.#noise;
  }

  /** These lines were at the head of what the call's program wrote. */
  note(callId: string, lines: readonly number[], program: string): void {
    for (const line of lines) {
      const known = this.#lines.get(line) ?? { programs: [], calls: new Set() };
      this.#lines.set(line, known);
      if (known.programs.length < PROGRAMS && !known.programs.includes(program)) known.programs.push(program);
      if (this.#noise.has(line)) continue;
      known.calls.add(callId);
      if (known.programs.length < PROGRAMS) continue;
      this.#noise.add(line);
      for (const touched of known.calls) this.#touched.add(touched);
      known.calls.clear();
    }
  }

  /** Calls that have to be read again, because one of their lines turned out to be noise. */
  takeTouched(): ReadonlySet<string> {
    const touched = new Set(this.#touched);
    this.#touched.clear();
    return touched;
  }
}
