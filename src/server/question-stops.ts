// Tells a thread to stop answering a question while it is busy with it: a busy thread hears no messages, but sees
// memory that it shares.

/** More questions than this never wait for one thread at once. */
const PLACES = 1024;

export class QuestionStops {
  readonly shared: SharedArrayBuffer;
  readonly #numbers: Int32Array;

  /** With the memory of the other side: both see the same. */
  constructor(shared: SharedArrayBuffer = new SharedArrayBuffer(4 * PLACES)) {
    this.shared = shared;
    this.#numbers = new Int32Array(shared);
  }

  /** No one waits for the answer any more. */
  stop(question: number): void {
    Atomics.store(this.#numbers, question % PLACES, question);
  }

  isStopped(question: number): boolean {
    return Atomics.load(this.#numbers, question % PLACES) === question;
  }
}
