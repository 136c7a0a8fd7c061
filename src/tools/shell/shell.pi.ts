// How pi spells shell commands: bash, whose failures end with the exit code; a success does not have it.

import { trimEndOf } from '../../base/text.ts';
import { defineDialect } from '../define.ts';
import * as shape from '../shape.ts';
import { looseNumber, text } from '../shapes.ts';
import { mergedOutput, type ShellInput, type ShellOutput, type ShellResult } from './result.ts';

/** The outcome is after the output: only that part is searched, because outputs are long. */
const TAIL = 2000;
const ENDED = /(?:^|\n)Command (?:exited with code (-?\d{1,10})|(aborted)|(timed out) after [\d.]{1,12} seconds)\s*$/;
const CUT = /(?:^|\n)\[Showing [^\n]{1,200}Full output: ([^\n]{1,1000}?)\]\s*$/;

/** The output without the mark at its end. */
function before(content: string, mark: RegExpExecArray): string {
  return trimEndOf(content.slice(0, Math.max(0, content.length - TAIL) + mark.index), '\n');
}

function outputOf(content: string, exitCode: number | null, more: Partial<ShellOutput> = {}): ShellOutput {
  const cut = CUT.exec(content.slice(-TAIL));
  if (cut === null) return mergedOutput(content === '(no output)' ? '' : content, exitCode, more);
  return mergedOutput(before(content, cut), exitCode, { ...more, persisted: { path: cut[1] ?? '', bytes: null } });
}

function readEnded(content: string): ShellOutput | undefined {
  const end = ENDED.exec(content.slice(-TAIL));
  if (end === null) return undefined;
  const [, code, aborted, timedOut] = end;
  const more = { interrupted: aborted !== undefined, timedOut: timedOut !== undefined };
  return outputOf(before(content, end), code === undefined ? null : Number(code), more);
}

/** Extensions that redraw the tool keep the exit code next to the text. */
const drawn = shape
  .object({ text, exitCode: shape.number() })
  .transform(({ text: written, exitCode }) => outputOf(written, exitCode));

export const pi = defineDialect<ShellInput, ShellResult>({
  agent: 'pi',
  lends: false,
  names: ['bash'],
  input: shape.object({ command: text, timeout: looseNumber }).transform(
    (raw): ShellInput => ({
      command: raw.command,
      timeoutMs: raw.timeout === undefined ? undefined : raw.timeout * 1000,
      background: false,
      unsandboxed: false,
    }),
  ),
  structured: [{ kind: 'output', schema: drawn }],
  text: [{ kind: 'output', read: (content) => outputOf(content, null) }],
  errorText: [{ kind: 'output', read: readEnded }],
});
