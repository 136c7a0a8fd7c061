// A session as a redacted trace, for other programs to open.

import { setImmediate as nextTurn } from 'node:timers/promises';
import { type RedactedTrace, redactedTrace } from '../../redaction/export-trace.ts';
import { reportText } from '../../redaction/report.ts';
import { findSession } from '../find-session.ts';
import type { HandlerOf } from '../handler.ts';

/** Up to this many characters are made before the answer begins, so that its headers can say what was masked. */
const HELD_CHARACTERS = 16 * 1024 * 1024;

interface Held {
  readonly pieces: AsyncIterable<string>;
  /** What was masked in all of it; undefined where it is too long to know beforehand. */
  readonly told: string | undefined;
}

async function held({ pieces, report }: RedactedTrace, signal: AbortSignal): Promise<Held> {
  const first: string[] = [];
  let characters = 0;
  const rest = pieces[Symbol.asyncIterator]();
  for (;;) {
    signal.throwIfAborted();
    const { done, value } = await rest.next();
    if (done === true) break;
    if (value !== '') first.push(value);
    characters += value.length;
    if (characters > HELD_CHARACTERS) return { pieces: inTurn(first, rest), told: undefined };
    await nextTurn();
  }
  const all = report();
  return { pieces: inTurn(first), told: all === null ? 'not redacted' : reportText(all) };
}

async function* inTurn(first: readonly string[], rest?: AsyncIterator<string>): AsyncGenerator<string> {
  yield* first;
  for (let next = await rest?.next(); next !== undefined && next.done !== true; next = await rest?.next()) {
    yield next.value;
  }
}

export const sessionTrace: HandlerOf<'sessionTrace'> = async ({ library, parts, query, signal }) => {
  const key = await findSession(library, parts);
  const { format = 'perfetto', summaries, redact } = query;
  const session = await library.questions.content.whole(key);
  const trace = await redactedTrace(session, { format, summaries: summaries !== '0', allowSecrets: redact === '0' });
  const { pieces, told } = await held(trace, signal);
  return {
    body: { pieces },
    type: 'application/json',
    saveAs: `${parts.session}.${format}.json`,
    headers: { 'toolscope-redaction': told ?? 'redacted; too long to count beforehand' },
  };
};
