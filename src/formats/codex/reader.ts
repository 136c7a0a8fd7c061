// Reads a file of Codex line by line: a rollout, or what `codex exec --json` printed.

import { asObject, type JsonObject } from '../../base/json.ts';
import type { Reading } from '../../model/reading.ts';
import type { LineRef } from '../../model/source.ts';
import type { LineReader, OpenFile } from '../format.ts';
import { ExecStream, isExecLine } from './exec-stream.ts';
import { CodexReader } from './observe.ts';

export class CodexFileReader implements LineReader {
  readonly #file: OpenFile;
  readonly #rollout: CodexReader;
  #exec: ExecStream | undefined;

  constructor(file: OpenFile, state?: unknown) {
    this.#file = file;
    this.#rollout = new CodexReader(file, state);
    const exec = asObject(state)?.['exec'];
    if (exec !== undefined) this.#exec = new ExecStream(exec);
  }

  state(): unknown {
    const state = this.#rollout.state();
    return this.#exec === undefined ? state : { ...asObject(state), exec: this.#exec.state() };
  }

  read(record: JsonObject, ref: LineRef): Reading {
    if (isExecLine(record, this.#exec !== undefined)) {
      this.#exec ??= new ExecStream();
      return this.#exec.read(record, ref, this.#file.thread);
    }
    return this.#rollout.read(record, ref);
  }
}
