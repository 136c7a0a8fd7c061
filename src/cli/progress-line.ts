// The progress line on standard error: only on a terminal, only when the work takes a while, cleared at the end.

import { formatBytes } from '../base/units.ts';

const QUIET_MS = 500;
const EVERY_MS = 100;

export class ProgressLine {
  readonly #stream: NodeJS.WriteStream;
  readonly #total: { files: number; bytes: number };
  readonly #about: string;
  readonly #started = performance.now();
  #files = 0;
  #bytes = 0;
  #drawn = 0;
  #isDone = false;

  /** `about`: a label, where there are several kinds of work. */
  constructor(stream: NodeJS.WriteStream, total: { files: number; bytes: number }, about = '') {
    this.#stream = stream;
    this.#total = total;
    this.#about = about;
  }

  file(bytes: number): void {
    this.reach({ files: this.#files + 1, bytes: this.#bytes + bytes });
  }

  /** Sets the amount done so far. */
  reach({ files, bytes }: { readonly files: number; readonly bytes: number }): void {
    this.#files = files;
    this.#bytes = bytes;
    const now = performance.now();
    if (this.#isDone || this.#stream.isTTY !== true || now - this.#started < QUIET_MS || now - this.#drawn < EVERY_MS)
      return;
    this.#drawn = now;
    const seconds = (now - this.#started) / 1000;
    const rate = this.#bytes / seconds;
    const left = rate === 0 ? 0 : Math.max(0, this.#total.bytes - this.#bytes) / rate;
    this.#stream.write(
      `\r\x1b[2K${this.#about}${this.#files}/${this.#total.files} files  ${formatBytes(this.#bytes)} of ${formatBytes(this.#total.bytes)}  ` +
        `${formatBytes(Math.round(rate))}/s  ${Math.ceil(left)} s left`,
    );
  }

  /** Clears the line for good: later output would run into it. */
  done(): void {
    if (!this.#isDone && this.#drawn > 0) this.#stream.write('\r\x1b[2K');
    this.#isDone = true;
  }
}
