// Cancels a question on a busy thread: it receives no messages, but sees shared memory.

/** More questions than this are never queued for one thread. */
const PLACES = 1024;

export class QuestionStops {
  readonly shared: SharedArrayBuffer;
  readonly #numbers: Int32Array;

  /** Pass the other side's memory to share it. */
  constructor(shared: SharedArrayBuffer = new SharedArrayBuffer(4 * PLACES)) {
    this.shared = shared;
    this.#numbers = new Int32Array(shared);
  }

  /** The client has disconnected. */
  stop(question: number): void {
    Atomics.store(this.#numbers, question % PLACES, question);
  }

  isStopped(question: number): boolean {
    return Atomics.load(this.#numbers, question % PLACES) === question;
  }
}
