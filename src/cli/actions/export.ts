// What `toolscope export` does: one session as a trace, on standard output or in a new file.

import { existsSync } from 'node:fs';
import { type FileHandle, open, rm } from 'node:fs/promises';
import { AppError } from '../../base/app-error.ts';
import { plural } from '../../base/units.ts';
import { redactedTrace } from '../../redaction/export-trace.ts';
import { reportText } from '../../redaction/report.ts';
import { TRACE_FORMATS, type TraceFormat } from '../../traces/export-trace.ts';
import type { TracedCall, TracedSession } from '../../traces/traced-session.ts';
import type { Invocation } from '../command.ts';
import { findSession } from '../find-by-prefix.ts';
import { withLibrary } from '../open-library.ts';

/** Pieces are gathered until they are worth a write. */
const CHUNK_CHARACTERS = 64 * 1024;

const OPENERS: Readonly<Record<TraceFormat, string>> = {
  perfetto: 'Open it at https://ui.perfetto.dev or chrome://tracing.',
  otlp: 'Send it to a collector: POST /v1/traces, content-type application/json.',
};

function formatFrom({ options, out }: Invocation): TraceFormat {
  const given = options['format'] ?? 'perfetto';
  const format = TRACE_FORMATS.find((name) => name === given);
  if (format !== undefined) return format;
  throw new AppError('bad-usage', `A session cannot be exported as ${out.safe(String(given))}.`, {
    hint: `--format is one of ${TRACE_FORMATS.join(', ')}.`,
  });
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

function taken(path: string): AppError {
  return new AppError('refused', `${path} is there already, and stays as it is.`, {
    hint: 'Name another file, or remove it first.',
  });
}

/** A new file: what is there already stays as it is. */
async function create(path: string): Promise<FileHandle> {
  try {
    return await open(path, 'wx');
  } catch (error) {
    if (codeOf(error) === 'EEXIST') throw taken(path);
    const why = error instanceof Error ? error.message : String(error);
    throw new AppError('path-unreadable', `${path} cannot be written: ${why}.`);
  }
}

async function write(text: AsyncIterable<string>, put: (chunk: Uint8Array) => Promise<unknown>): Promise<void> {
  let chunk = '';
  for await (const piece of text) {
    chunk += piece;
    if (chunk.length < CHUNK_CHARACTERS) continue;
    await put(Buffer.from(chunk));
    chunk = '';
  }
  if (chunk !== '') await put(Buffer.from(chunk));
}

/** What could not be written whole is not left behind. */
async function writeFile(path: string, text: AsyncIterable<string>): Promise<void> {
  const file = await create(path);
  try {
    await write(text, (chunk) => file.appendFile(chunk));
    await file.close();
  } catch (error) {
    await file.close().catch(() => undefined);
    await rm(path, { force: true });
    if (codeOf(error) === 'ENOSPC') throw new AppError('disk-full', `There is no room for ${path}.`);
    throw error;
  }
}

/** The same session, its calls counted when they are told. */
function counted(session: TracedSession): { readonly session: TracedSession; calls(): number } {
  let count = 0;
  async function* calls(): AsyncGenerator<readonly TracedCall[]> {
    count = 0;
    for await (const batch of session.calls()) {
      count += batch.length;
      yield batch;
    }
  }
  return { session: { ...session, calls }, calls: () => count };
}

export async function exportTrace(invocation: Invocation): Promise<number> {
  const { positionals, options, out } = invocation;
  const [prefix, ...others] = positionals;
  if (prefix === undefined || prefix === '' || others.length > 0) {
    throw new AppError('bad-usage', 'export wants one session: the beginning of its id.', {
      hint: 'toolscope ls lists sessions.',
    });
  }
  const format = formatFrom(invocation);
  const { output } = options;
  // Before anybody waits for the index.
  if (typeof output === 'string' && existsSync(output)) throw taken(output);
  return withLibrary(invocation, async (library) => {
    const key = await findSession(library, prefix, out);
    const { session, calls } = counted(await library.index.questions.content.whole(key));
    const { pieces, report } = await redactedTrace(session, {
      format,
      summaries: options['no-summaries'] !== true,
      allowSecrets: options['allow-secrets'] === true,
    });
    if (typeof output !== 'string') await write(pieces, (chunk) => out.bytes(chunk));
    else {
      await writeFile(output, pieces);
      out.note(`toolscope: ${plural(calls(), 'call')} written to ${output}. ${OPENERS[format]}`);
    }
    const redaction = report();
    if (redaction === null) out.note('toolscope: not redacted: secrets and names are in it as they are in the log.');
    else if (Object.keys(redaction.masked).length > 0) out.note(`toolscope: ${reportText(redaction)}.`);
    return 0;
  });
}
