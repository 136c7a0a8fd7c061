// A session as a bundle: a zip file with its redacted records and the calls made from them. Toolscope opens it like any log.

import { createHash } from 'node:crypto';
import { AppError } from '../../base/app-error.ts';
import type { ByteLine } from '../../base/lines.ts';
import type { ToolCall } from '../../model/tool-call.ts';
import { redactRecord } from '../../redaction/redact-record.ts';
import { redactedDocument } from '../../redaction/redacted-document.ts';
import type { Redactor } from '../../redaction/redactor.ts';
import { type RedactionReport, reportText } from '../../redaction/report.ts';
import {
  BUNDLE_FORMAT,
  BUNDLE_VERSION,
  type BundledFile,
  CALLS,
  MANIFEST,
  type Manifest,
} from '../../sources/bundles/manifest.ts';
import { ZipWriter } from '../../sources/bundles/zip-writer.ts';
import type { LogOpener } from '../../sources/files/open-log.ts';
import { readLines } from '../../sources/json-lines/read-lines.ts';
import type { SessionSource } from '../../store/questions/sessions.ts';
import { findSession } from '../find-session.ts';
import type { ServedLibrary } from '../served-library.ts';
import { version } from '../version.ts';
import { bundleName } from './bundle-name.ts';
import { BundleOutputs } from './bundle-outputs.ts';
import { type ShareRequest, sessionRedactor } from './session-redactor.ts';

/** Limit per log: all of it is in memory while it is compressed, and again in the program that opens the bundle. */
const LARGEST_LOG = 256 * 1024 * 1024;

/** The CR of a Windows line end is part of the line's length. */
const CR = Buffer.from('\r');
const LF = Buffer.from('\n');

/** Keeps the line's length, so that positions in the log stay valid. A line that cannot be checked becomes an empty one. */
function sharedLine({ bytes, length, terminated, isTooLong }: ByteLine, redactor: Redactor | undefined): Buffer[] {
  const end = terminated ? [LF] : [];
  if (isTooLong === true) return end;
  const rest = length > bytes.length ? [CR] : [];
  if (redactor === undefined || bytes.length === 0) return [Buffer.from(bytes), ...rest, ...end];
  const line = redactor.redactJsonLine(bytes);
  return ['bytes' in line ? Buffer.from(line.bytes) : Buffer.alloc(bytes.length, ' '), ...rest, ...end];
}

async function logContent(
  path: string,
  open: LogOpener,
  redactor: Redactor | undefined,
  signal: AbortSignal,
): Promise<Buffer> {
  const lines: Buffer[] = [];
  let size = 0;
  const add = (line: ByteLine): void => {
    for (const part of sharedLine(line, redactor)) {
      lines.push(part);
      size += part.length;
    }
  };
  await readLines(path, add, { partial: true, open, stop: () => signal.aborted || size > LARGEST_LOG });
  signal.throwIfAborted();
  if (size > LARGEST_LOG) {
    throw new AppError('refused', `${path} is too large for a bundle.`, { hint: 'Share it as HTML or Markdown.' });
  }
  return Buffer.concat(lines);
}

/** A small document about the session. */
function sideContent(path: string, open: LogOpener, redactor: Redactor | undefined): Buffer | undefined {
  const file = open(path);
  try {
    const bytes = Buffer.alloc(file.size);
    return redactedDocument(bytes.subarray(0, file.read(bytes, 0)), redactor);
  } finally {
    file.close();
  }
}

function entryOf(name: string, content: Buffer): BundledFile {
  return { name, bytes: content.length, sha256: createHash('sha256').update(content).digest('hex') };
}

/**
 * Texts extracted from a command or a message are left out: out of context, no rule recognises a line of a key. Numbers
 * are positions, times and sizes.
 */
function sharedCall(call: ToolCall, redactor: Redactor): unknown {
  const facts = Object.entries(call.facts).filter(([, value]) => typeof value !== 'string');
  return redactRecord({ ...call, aim: null, facts: Object.fromEntries(facts) }, redactor, { keepsNumbers: true });
}

export interface Bundled {
  readonly calls: number;
  /** In one line: what was masked; null when nothing was. */
  readonly redaction: string | null;
  /** Spilled outputs that did not fit, or could not be checked. */
  readonly outputsLeftOut: number;
}

class Bundling {
  readonly #library: ServedLibrary;
  readonly #request: ShareRequest;
  readonly #signal: AbortSignal;
  readonly #redactor: Redactor | undefined;
  readonly #zip = new ZipWriter();
  readonly #names = new Set<string>();
  readonly #logs: BundledFile[] = [];
  readonly #outputs: BundledFile[] = [];
  readonly #spilled: BundleOutputs;

  constructor(library: ServedLibrary, request: ShareRequest, redactor: Redactor | undefined, signal: AbortSignal) {
    this.#library = library;
    this.#request = request;
    this.#redactor = redactor;
    this.#signal = signal;
    this.#spilled = new BundleOutputs(redactor, library.openLog);
  }

  /** Yields the bytes of the file, and returns what is in it. */
  async *pieces(): AsyncGenerator<Buffer, Bundled, undefined> {
    const key = await findSession(this.#library, this.#request);
    for (const source of await this.#library.questions.sessions.sources(key)) yield* this.#log(source);
    if (this.#logs.length === 0) throw new AppError('not-found', 'The logs of the session are gone.');
    const { content, count } = await this.#calls(key);
    yield await this.#zip.entry(CALLS, content);
    const manifest: Manifest = {
      format: BUNDLE_FORMAT,
      version: BUNDLE_VERSION,
      toolscope: version(),
      createdAt: new Date().toISOString(),
      agent: key.agent,
      session: key.id,
      redaction: this.#redaction(),
      logs: this.#logs,
      outputs: this.#outputs,
      outputsLeftOut: this.#spilled.leftOut,
      calls: { ...entryOf(CALLS, content), count },
    };
    yield await this.#zip.entry(MANIFEST, Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`));
    yield this.#zip.end();
    const redaction = this.#redactor === undefined ? null : reportText(this.#redactor.report);
    return { calls: count, redaction, outputsLeftOut: this.#spilled.leftOut };
  }

  #redaction(): Manifest['redaction'] {
    const report: RedactionReport | undefined = this.#redactor?.report;
    return report === undefined ? null : { rules: report.version, masked: report.masked, leftOut: report.leftOut };
  }

  async *#log({ path, ledger }: SessionSource): AsyncGenerator<Buffer> {
    const { openLog } = this.#library;
    let content: Buffer | undefined;
    try {
      const isSide = ledger === null;
      content = isSide
        ? sideContent(path, openLog, this.#redactor)
        : await logContent(path, openLog, this.#redactor, this.#signal);
    } catch (error) {
      // A log that is gone and not archived: the others are still worth sharing.
      if (!(error instanceof AppError) || error.code === 'refused') throw error;
    }
    if (content === undefined) return;
    const name = bundleName(path, (text) => this.#redactor?.redactText(text) ?? text, this.#names);
    this.#logs.push(entryOf(name, content));
    yield await this.#zip.entry(name, content);
    if (ledger !== null) yield* this.#beside(path, name);
  }

  /** Outputs that the agent wrote next to the log. */
  async *#beside(path: string, name: string): AsyncGenerator<Buffer> {
    const { agent, session } = this.#request;
    for (const output of this.#spilled.of({ path, name, agent, session })) {
      this.#signal.throwIfAborted();
      this.#outputs.push(entryOf(output.name, output.content));
      yield await this.#zip.entry(output.name, output.content);
    }
  }

  async #calls(
    key: Parameters<ServedLibrary['questions']['content']['whole']>[0],
  ): Promise<{ content: Buffer; count: number }> {
    const whole = await this.#library.questions.content.whole(key);
    const lines: string[] = [];
    let count = 0;
    for await (const batch of whole.calls()) {
      this.#signal.throwIfAborted();
      for (const { call } of batch) {
        const shared = this.#redactor === undefined ? call : sharedCall(call, this.#redactor);
        lines.push(`${JSON.stringify(shared)}\n`);
        count++;
      }
    }
    return { content: Buffer.from(lines.join('')), count };
  }
}

/** Yields the bytes of the file; returns what is in it. Aborted by the signal when the client has gone. */
export async function* shareBundle(
  library: ServedLibrary,
  request: ShareRequest,
  signal: AbortSignal,
): AsyncGenerator<Buffer, Bundled, undefined> {
  return yield* new Bundling(library, request, await sessionRedactor(library, request), signal).pieces();
}
