// Exports a session as a trace that other programs open.

import { otlpText } from './otlp.ts';
import { type Outline, outlineOf } from './outline.ts';
import { perfettoText } from './perfetto.ts';
import { type Span, Spans } from './spans.ts';
import type { TracedSession } from './traced-session.ts';

export const TRACE_FORMATS = ['perfetto', 'otlp'] as const;

/** `perfetto`: Chrome Trace Event JSON. `otlp`: OTLP/JSON with the conventions of OpenTelemetry for generative AI. */
export type TraceFormat = (typeof TRACE_FORMATS)[number];

export interface TraceOptions {
  readonly format: TraceFormat;
  /** False leaves out all text from the log: what calls were about, prompts, titles, commands of hooks, folders. */
  readonly summaries?: boolean;
}

/** Threads before calls: a call can then say which threads it started. */
async function* allSpans(
  session: TracedSession,
  outline: Outline,
  hasSummaries: boolean,
): AsyncGenerator<readonly Span[]> {
  const spans = new Spans(session, outline, { hasSummaries });
  yield [spans.session(), ...spans.threads()];
  for await (const calls of session.calls()) yield calls.flatMap((traced) => [...spans.call(traced)]);
}

/**
 * The text in batches of pieces, each of which holds whole strings; some are empty, so that other work can run while everything is
 * being read.
 */
export async function* traceText(
  session: TracedSession,
  { format, summaries = true }: TraceOptions,
): AsyncGenerator<readonly string[], void, undefined> {
  const outline = yield* outlineOf(session, summaries);
  const spans = allSpans(session, outline, summaries);
  yield* format === 'otlp' ? otlpText(session, spans) : perfettoText(outline, spans);
}
