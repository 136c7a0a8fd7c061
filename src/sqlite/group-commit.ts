// Group commit: work that arrives close together shares one transaction, and "done" is reported only once it is on the disk. The order
// of arrival is the order of execution.

import type { Database } from './database.ts';

/** A piece of work, and what to do when it is durable or has failed. */
export interface Piece {
  /** Changes only the database: it may run a second time after its first run was rolled back. */
  run(): void;
  done(): void;
  failed(error: unknown): void;
}

const MAX_BATCH = 512;
/** How often a commit waits for one more turn of the event loop: a fraction of what it costs itself. */
const MAX_TURNS = 4;

export class GroupCommit {
  readonly #database: Database;
  #queue: Piece[] = [];
  #scheduled = false;
  #closed = false;
  /** For measurements: how many transactions carried how many pieces of work. */
  commits = 0;
  pieces = 0;
  /** Called with errors of a `done` callback: the work itself is on the disk by then. */
  onFault: (error: unknown) => void = (error) => process.emitWarning(String(error));

  constructor(database: Database) {
    this.#database = database;
  }

  /** How much is waiting: a server may reject work before its memory fills. */
  get waiting(): number {
    return this.#queue.length;
  }

  /** Resolves with the work's value after its transaction was committed. */
  run<T>(work: () => T): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      let value: T;
      this.add({
        run: () => {
          value = work();
        },
        done: () => resolve(value),
        failed: reject,
      });
    });
  }

  /** The same without a promise, for work that comes by the thousand. */
  add(piece: Piece): void {
    if (this.#closed) {
      piece.failed(new Error('The store is closed.'));
      return;
    }
    this.#queue.push(piece);
    this.#schedule();
  }

  /** Commits what is waiting and accepts no more. */
  close(): void {
    this.#closed = true;
    while (this.#queue.length > 0) this.#flush();
  }

  /** After the currently readable sockets have been read, so that their requests share a commit. */
  #schedule(): void {
    if (this.#scheduled) return;
    this.#scheduled = true;
    let turns = 0;
    let seen = this.#queue.length;
    const look = (): void => {
      // As long as each turn of the loop brings more, earlier pieces share a commit with later ones.
      if (this.#queue.length > seen && this.#queue.length < MAX_BATCH && turns < MAX_TURNS) {
        turns++;
        seen = this.#queue.length;
        setImmediate(look);
        return;
      }
      this.#scheduled = false;
      this.#flush();
      if (this.#queue.length > 0) this.#schedule();
    };
    setImmediate(look);
  }

  #flush(): void {
    const batch = this.#queue.slice(0, MAX_BATCH);
    if (batch.length === 0) return;
    this.#queue = this.#queue.slice(batch.length);
    try {
      this.#database.transaction(() => {
        for (const piece of batch) piece.run();
      });
    } catch (error) {
      if (batch.length === 1) this.#end(batch, () => error);
      else this.#apart(batch);
      return;
    }
    this.#end(batch);
  }

  /** One bad piece must not fail its neighbours, nor cost each of them a separate commit. */
  #apart(batch: readonly Piece[]): void {
    const failures = new Map<Piece, unknown>();
    try {
      this.#database.transaction(() => {
        for (const piece of batch) {
          this.#database.exec('SAVEPOINT piece');
          try {
            piece.run();
          } catch (error) {
            failures.set(piece, error);
            this.#database.exec('ROLLBACK TO piece');
          }
          this.#database.exec('RELEASE piece');
        }
      });
    } catch {
      // The transaction itself is gone, for example on a full disk: each gets its own chance.
      for (const piece of batch) this.#alone(piece);
      return;
    }
    this.#end(batch, (piece) => failures.get(piece));
  }

  #alone(piece: Piece): void {
    try {
      this.#database.transaction(() => piece.run());
    } catch (error) {
      this.#end([piece], () => error);
      return;
    }
    this.#end([piece]);
  }

  /** Notifies all. A callback that throws must not keep the others from being called. */
  #end(pieces: readonly Piece[], failureOf: (piece: Piece) => unknown = () => undefined): void {
    let count = 0;
    for (const piece of pieces) {
      const failure = failureOf(piece);
      try {
        if (failure === undefined) {
          count++;
          piece.done();
        } else piece.failed(failure);
      } catch (error) {
        this.onFault(error);
      }
    }
    if (count > 0) this.commits++;
    this.pieces += count;
  }
}
