// Debounces events per path: the first runs at once, later ones after a pause.

/** Looks at a path, synchronously or in the background; returns whether a change was found. */
type LookFunction = (path: string) => boolean | Promise<boolean>;

interface Entry {
  /** The running look; null while the path pauses. */
  running: Promise<boolean> | null;
  /** Something happened meanwhile: look again after the pause. */
  isDue: boolean;
  restsUntilMs: number;
}

export class PathQueue {
  readonly #look: LookFunction;
  readonly #restMs: number;
  readonly #onError: (error: unknown) => void;
  /** Only busy paths, in the order in which their pauses end. */
  readonly #entries = new Map<string, Entry>();
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(look: LookFunction, restMs: number, onError: (error: unknown) => void) {
    this.#look = look;
    this.#restMs = restMs;
    this.#onError = onError;
  }

  /** Something happened at the path. */
  touch(path: string): void {
    if (this.#isClosed) return;
    const entry = this.#entries.get(path);
    if (entry !== undefined) {
      entry.isDue = true;
      return;
    }
    const answer = this.#start(path);
    if (typeof answer === 'boolean') this.#rest(path, { running: null, isDue: false, restsUntilMs: 0 });
    else answer.catch(this.#onError);
  }

  /** A look is running or due: whatever happened there will be found. */
  isBusy(path: string): boolean {
    const entry = this.#entries.get(path);
    return entry !== undefined && (entry.running !== null || entry.isDue);
  }

  /** Looks now, without a pause; joins a running look. */
  lookNow(path: string): boolean | Promise<boolean> {
    if (this.#isClosed) return false;
    return this.#entries.get(path)?.running ?? this.#start(path);
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    this.#entries.clear();
  }

  /** A synchronous look needs no entry: nothing can come between. */
  #start(path: string): boolean | Promise<boolean> {
    const answer = this.#look(path);
    if (typeof answer === 'boolean') return answer;
    const entry: Entry = { running: answer, isDue: false, restsUntilMs: 0 };
    this.#entries.set(path, entry);
    return answer.finally(() => this.#rest(path, entry));
  }

  #rest(path: string, entry: Entry): void {
    if (this.#isClosed) return;
    entry.running = null;
    entry.restsUntilMs = performance.now() + this.#restMs;
    // Moved to the end of the map, which keeps it in order.
    this.#entries.delete(path);
    this.#entries.set(path, entry);
    this.#timer ??= setTimeout(() => this.#wake(), this.#restMs);
  }

  #wake(): void {
    this.#timer = undefined;
    const now = performance.now();
    const due: string[] = [];
    let waitMs: number | undefined;
    for (const [path, entry] of this.#entries) {
      if (entry.running !== null) continue;
      if (entry.restsUntilMs > now + 1) {
        waitMs = entry.restsUntilMs - now;
        break;
      }
      this.#entries.delete(path);
      if (entry.isDue) due.push(path);
    }
    if (waitMs !== undefined) this.#timer = setTimeout(() => this.#wake(), waitMs);
    for (const path of due) this.touch(path);
  }
}
