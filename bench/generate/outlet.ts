// Where generated lines go: files on disk in big blocks, or memory.

import { closeSync, mkdirSync, openSync, utimesSync, writeFileSync, writeSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { FileTruth } from './truth.ts';

export interface LineSink {
  line(json: string): void;
  /** Ends the file; `atMs` becomes its modification time. */
  close(atMs: number): FileTruth;
}

/** Writers know paths relative to the library and nothing of folders. */
export interface Outlet {
  /** Bytes of transcript lines so far, over all files. */
  readonly bytes: number;
  readonly side: { files: number; bytes: number };
  open(path: string): LineSink;
  /** A side file: meta, spilled output. */
  text(path: string, content: string, atMs: number): void;
}

const BLOCK = 2 * 1024 * 1024;
/** A UTF-16 unit becomes at most three bytes. */
const MAX_BYTES_PER_UNIT = 3;

export class DiskOutlet implements Outlet {
  bytes = 0;
  readonly side = { files: 0, bytes: 0 };
  readonly #root: string;
  readonly #folders = new Set<string>();
  readonly #spare: Buffer[] = [];

  constructor(root: string) {
    this.#root = root;
  }

  open(path: string): LineSink {
    return new DiskSink(this, path, this.#place(path));
  }

  text(path: string, content: string, atMs: number): void {
    const full = this.#place(path);
    writeFileSync(full, content);
    utimesSync(full, atMs / 1000, atMs / 1000);
    this.side.files++;
    this.side.bytes += Buffer.byteLength(content);
  }

  borrow(): Buffer {
    return this.#spare.pop() ?? Buffer.allocUnsafeSlow(BLOCK);
  }

  giveBack(block: Buffer): void {
    this.#spare.push(block);
  }

  #place(path: string): string {
    const full = join(this.#root, path);
    const folder = dirname(full);
    if (!this.#folders.has(folder)) {
      mkdirSync(folder, { recursive: true });
      this.#folders.add(folder);
    }
    return full;
  }
}

class DiskSink implements LineSink {
  readonly #outlet: DiskOutlet;
  readonly #path: string;
  readonly #full: string;
  readonly #fd: number;
  readonly #block: Buffer;
  #used = 0;
  #bytes = 0;
  #lines = 0;

  constructor(outlet: DiskOutlet, path: string, full: string) {
    this.#outlet = outlet;
    this.#path = path;
    this.#full = full;
    this.#fd = openSync(full, 'w');
    this.#block = outlet.borrow();
  }

  line(json: string): void {
    const worst = json.length * MAX_BYTES_PER_UNIT + 1;
    if (this.#used + worst > BLOCK) this.#flush();
    let written: number;
    if (worst > BLOCK) {
      const whole = Buffer.from(`${json}\n`);
      written = whole.length;
      this.#write(whole, written);
    } else {
      written = this.#block.write(json, this.#used) + 1;
      this.#used += written;
      this.#block[this.#used - 1] = 10;
    }
    this.#lines++;
    this.#bytes += written;
    this.#outlet.bytes += written;
  }

  close(atMs: number): FileTruth {
    this.#flush();
    closeSync(this.#fd);
    utimesSync(this.#full, atMs / 1000, atMs / 1000);
    this.#outlet.giveBack(this.#block);
    return { path: this.#path, lines: this.#lines, bytes: this.#bytes };
  }

  #flush(): void {
    this.#write(this.#block, this.#used);
    this.#used = 0;
  }

  #write(bytes: Buffer, length: number): void {
    for (let done = 0; done < length; ) done += writeSync(this.#fd, bytes, done, length - done);
  }
}

/** Keeps everything in memory: for tests and for feeding a parser without a disk. */
export class MemoryOutlet implements Outlet {
  bytes = 0;
  readonly side = { files: 0, bytes: 0 };
  readonly lines = new Map<string, string[]>();
  readonly texts = new Map<string, string>();

  open(path: string): LineSink {
    const kept: string[] = [];
    let bytes = 0;
    this.lines.set(path, kept);
    return {
      line: (json) => {
        const size = Buffer.byteLength(json) + 1;
        kept.push(json);
        bytes += size;
        this.bytes += size;
      },
      close: () => ({ path, lines: kept.length, bytes }),
    };
  }

  text(path: string, content: string): void {
    this.texts.set(path, content);
    this.side.files++;
    this.side.bytes += Buffer.byteLength(content);
  }
}
