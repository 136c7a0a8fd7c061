// What was done to a file, summed call by call.

/** What a tool does to the file it names. */
export type FileTouch = 'read' | 'edit' | 'write';

/** What a call did to a file, or failed to. */
export interface Done {
  readonly touch: FileTouch;
  readonly isOk: boolean;
  readonly failures: number;
  readonly refused: number;
}

/** Calls that did the same to a file. Null is unknown. */
export interface CountedTouches {
  readonly calls: number;
  readonly firstAt: number | null;
  readonly lastAt: number | null;
  readonly added: number | null;
  readonly removed: number | null;
}

/** What was done to a file, and how often it succeeded. */
export class FileSum {
  /** Absolute if that is known. */
  readonly path: string;
  readonly counts: Record<FileTouch, number> = { read: 0, edit: 0, write: 0 };
  /** Null when no change of known size was made. */
  linesAdded: number | null = null;
  linesRemoved: number | null = null;
  /** Unexpected ones. */
  failures = 0;
  refused = 0;
  firstAt: number | null = null;
  lastAt: number | null = null;
  /** Calls of one session mostly come together: a session is seldom added twice. */
  readonly #sessions: number[] = [];
  #isAscending = true;

  constructor(path: string) {
    this.path = path;
  }

  /** How many sessions touched it. */
  get sessions(): number {
    return this.#isAscending ? this.#sessions.length : new Set(this.#sessions).size;
  }

  /** Times and line counts are NaN if unknown. */
  add(session: number, at: number, done: Done, added: number, removed: number): void {
    this.#note(session);
    if (!Number.isNaN(at)) this.#span(at, at);
    this.failures += done.failures;
    this.refused += done.refused;
    if (!done.isOk) return;
    this.counts[done.touch]++;
    if (!Number.isNaN(added)) this.linesAdded = (this.linesAdded ?? 0) + added;
    if (!Number.isNaN(removed)) this.linesRemoved = (this.linesRemoved ?? 0) + removed;
  }

  /** Adds calls of these sessions that did the same, already counted. */
  addCounted(sessions: Iterable<number>, done: Done, counted: CountedTouches): void {
    for (const session of sessions) this.#note(session);
    if (counted.firstAt !== null && counted.lastAt !== null) this.#span(counted.firstAt, counted.lastAt);
    this.failures += counted.calls * done.failures;
    this.refused += counted.calls * done.refused;
    if (!done.isOk) return;
    this.counts[done.touch] += counted.calls;
    if (counted.added !== null) this.linesAdded = (this.linesAdded ?? 0) + counted.added;
    if (counted.removed !== null) this.linesRemoved = (this.linesRemoved ?? 0) + counted.removed;
  }

  #note(session: number): void {
    const last = this.#sessions[this.#sessions.length - 1] ?? 0;
    if (session === last) return;
    this.#sessions.push(session);
    if (session < last) this.#isAscending = false;
  }

  #span(first: number, last: number): void {
    if (this.firstAt === null || first < this.firstAt) this.firstAt = first;
    if (this.lastAt === null || last > this.lastAt) this.lastAt = last;
  }
}
