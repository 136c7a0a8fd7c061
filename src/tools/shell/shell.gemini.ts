// How Gemini CLI and Qwen Code spell shell commands: run_shell_command, whose result is a block of named lines.

import { defineDialect } from '../define.ts';
import * as shape from '../shape.ts';
import { looseFlag, looseNumber, looseText, text } from '../shapes.ts';
import { mergedOutput, type ShellInput, type ShellOutput, type ShellResult } from './result.ts';

/** One line each, after the output; their order differs between versions. */
const LAST_LINE = /\n(Exit Code|Signal|Background PIDs|Process Group PGID|Pid|Error): ([^\n]{0,4000})$/;
const TAIL = 4100;
const OUTPUT = /^(?:Command: [\s\S]{0,20000}?\nDirectory: [^\n]{0,4000}\n)?(?:Output|Stdout): /;
const TIMED_OUT = /^Command was automatically cancelled because it exceeded the timeout of /;
const CANCELLED = /^Command was cancelled by user before it could complete/;
const NOTHING = /^\((?:empty|none)\)$/;

function said(value: string | undefined): string {
  return value === undefined || NOTHING.test(value) ? '' : value;
}

/** A stopped command begins with a sentence, and may have printed something before. */
function readBlock(content: string): ShellOutput | undefined {
  const timedOut = TIMED_OUT.test(content);
  const interrupted = CANCELLED.test(content);
  if (timedOut || interrupted) {
    const [note = '', ...rest] = content.split('\n');
    return mergedOutput(
      rest
        .join('\n')
        .replace(/^Output: /m, '')
        .trim(),
      null,
      { timedOut, interrupted, notes: [note] },
    );
  }
  const start = OUTPUT.exec(content);
  if (start === null) return undefined;
  let body = content.slice(start[0].length);
  const lines = new Map<string, string>();
  for (;;) {
    const from = Math.max(0, body.length - TAIL);
    const last = LAST_LINE.exec(body.slice(from));
    const [, name = '', value = ''] = last ?? [];
    if (last === null || lines.has(name)) break;
    lines.set(name, value);
    body = body.slice(0, from + last.index);
  }
  const code = Number.parseInt(said(lines.get('Exit Code')), 10);
  return mergedOutput(said(body.trimEnd()), Number.isNaN(code) ? null : code, {
    stderr: said(lines.get('Error')),
    merged: said(lines.get('Error')) === '',
  });
}

const shared = {
  lends: false,
  names: ['run_shell_command'],
  input: shape
    .object({
      command: text,
      description: looseText,
      directory: looseText,
      dir_path: looseText,
      timeout: looseNumber,
      is_background: looseFlag,
    })
    .transform(
      (raw): ShellInput => ({
        command: raw.command,
        description: raw.description,
        cwd: raw.directory ?? raw.dir_path,
        timeoutMs: raw.timeout,
        background: raw.is_background ?? false,
        unsandboxed: false,
      }),
    ),
  structured: [],
  text: [
    { kind: 'output', read: (content: string) => readBlock(content) },
    { kind: 'output', read: (content: string) => mergedOutput(content, null) },
  ],
  errorText: [{ kind: 'output', read: (content: string) => readBlock(content) }],
} as const;

export const gemini = defineDialect<ShellInput, ShellResult>({ ...shared, agent: 'gemini' });
export const qwen = defineDialect<ShellInput, ShellResult>({ ...shared, agent: 'qwen' });
