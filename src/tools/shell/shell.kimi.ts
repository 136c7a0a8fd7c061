// How Kimi spells shell commands: `Shell` in Kimi CLI and `Bash` in Kimi Code, with the outcome in the last line of the text.

import { defineDialect } from '../define.ts';
import * as shape from '../shape.ts';
import { looseFlag, looseNumber, looseText, text } from '../shapes.ts';
import { mergedOutput, type ShellInput, type ShellOutput, type ShellResult } from './result.ts';

const ENDED =
  /(?:^|\n)Command (?:(executed successfully)|failed with exit code: (-?\d{1,10})|(killed by timeout)[^\n]{0,60})\.?\s*$/;
/** The words are at the end: only that part is searched, because outputs are long. */
const TAIL = 200;

function readEnded(content: string): ShellOutput | undefined {
  const from = Math.max(0, content.length - TAIL);
  const ended = ENDED.exec(content.slice(from));
  if (ended === null) return undefined;
  const exitCode = ended[1] !== undefined ? 0 : ended[2] === undefined ? null : Number(ended[2]);
  return mergedOutput(content.slice(0, from + ended.index), exitCode, { timedOut: ended[3] !== undefined });
}

const input = shape
  .object({
    command: text,
    cwd: looseText,
    timeout: looseNumber,
    description: looseText,
    run_in_background: looseFlag,
  })
  .transform(
    (raw): ShellInput => ({
      command: raw.command,
      cwd: raw.cwd,
      timeoutMs: raw.timeout === undefined ? undefined : raw.timeout * 1000,
      description: raw.description,
      background: raw.run_in_background ?? false,
      unsandboxed: false,
    }),
  );

export const kimi = defineDialect<ShellInput, ShellResult>({
  agent: 'kimi',
  names: ['Shell'],
  input,
  structured: [],
  text: [
    { kind: 'output', read: readEnded },
    { kind: 'output', read: (content) => mergedOutput(content, null) },
  ],
  errorText: [{ kind: 'output', read: readEnded }],
});

export const kimiCode = defineDialect<ShellInput, ShellResult>({ ...kimi, agent: 'kimi-code', names: ['Bash'] });
