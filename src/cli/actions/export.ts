// `toolscope export`: one session as a trace, on standard output or in a new file.

import { existsSync } from 'node:fs';
import { plural } from '../../base/units.ts';
import { redactedTrace } from '../../redaction/export-trace.ts';
import { reportText } from '../../redaction/report.ts';
import { TRACE_FORMATS, type TraceFormat } from '../../traces/export-trace.ts';
import type { TracedCall, TracedSession } from '../../traces/traced-session.ts';
import type { Invocation } from '../command.ts';
import { findSession } from '../find-by-prefix.ts';
import { taken, writeNewFile, writePieces } from '../new-file.ts';
import { withLibrary } from '../open-library.ts';
import { choiceOption, oneSession } from '../option-values.ts';

const OPENERS: Readonly<Record<TraceFormat, string>> = {
  perfetto: 'Open it at https://ui.perfetto.dev or chrome://tracing.',
  otlp: 'Send it to a collector: POST /v1/traces, content-type application/json.',
};

/** The same session; counts its calls as they are read. */
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
  const { options, out } = invocation;
  const prefix = oneSession(invocation, 'export');
  const refusal = (given: string): string => `A session cannot be exported as ${given}.`;
  const format = choiceOption(invocation, 'format', TRACE_FORMATS, refusal) ?? 'perfetto';
  const { output } = options;
  // Before waiting for the index.
  if (typeof output === 'string' && existsSync(output)) throw taken(output);
  return withLibrary(invocation, async (library) => {
    const key = await findSession(library, prefix, out);
    const { session, calls } = counted(await library.index.questions.content.whole(key));
    const { pieces, report } = await redactedTrace(session, {
      format,
      summaries: options['no-summaries'] !== true,
      allowSecrets: options['allow-secrets'] === true,
    });
    if (typeof output !== 'string') await writePieces(pieces, (chunk) => out.bytes(chunk));
    else {
      await writeNewFile(output, pieces);
      out.note(`toolscope: ${plural(calls(), 'call')} written to ${output}. ${OPENERS[format]}`);
    }
    const redaction = report();
    if (redaction === null) out.note('toolscope: not redacted: secrets and names are in it as they are in the log.');
    else if (Object.keys(redaction.masked).length > 0) out.note(`toolscope: ${reportText(redaction)}.`);
    return 0;
  });
}
