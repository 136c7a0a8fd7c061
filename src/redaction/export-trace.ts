// Traces as they leave: redacted, unless their owner insists. The rules are loaded when the first trace is made.

import type { Session } from '../model/session.ts';
import { type TraceOptions, traceText } from '../traces/export-trace.ts';
import { type TracedSession, tracedSession } from '../traces/traced-session.ts';
import type { RedactionReport } from './report.ts';

export interface ExportOptions extends TraceOptions {
  /** Writes secrets and names as they are in the log. */
  readonly allowSecrets?: boolean;
}

export interface RedactedTrace {
  /** Some are empty, so that others get their turn. */
  readonly pieces: AsyncIterable<string>;
  /** Of what has been written so far; null where nothing is redacted. */
  report(): RedactionReport | null;
}

function pathsOf(session: TracedSession): string[] {
  const { cwd } = session.fields;
  return [session.pathOf(0), ...(cwd === undefined ? [] : [cwd])];
}

async function* joined(batches: AsyncIterable<readonly string[]>): AsyncGenerator<string> {
  for await (const pieces of batches) yield pieces.join('');
}

export async function redactedTrace(session: TracedSession, options: ExportOptions): Promise<RedactedTrace> {
  const batches = traceText(session, options);
  if (options.allowSecrets === true) return { pieces: joined(batches), report: () => null };
  const { openRedactor } = await import('./open-redactor.ts');
  const redactor = openRedactor({ paths: pathsOf(session) });
  return { pieces: redactor.redactPieces(batches), report: () => redactor.report };
}

/**
 * A session that was read whole, as a trace: the text, piece by piece. Secrets and personal names are masked.
 *
 * @example
 * const session = await readSession('logs/4f1c….jsonl');
 * for await (const piece of exportTrace(session, { format: 'perfetto' })) file.write(piece);
 */
export async function* exportTrace(
  session: Session,
  options: ExportOptions & { readonly onReport?: (report: RedactionReport) => void },
): AsyncGenerator<string, void, undefined> {
  const { pieces, report } = await redactedTrace(tracedSession(session), options);
  yield* pieces;
  const told = report();
  if (told !== null) options.onReport?.(told);
}
