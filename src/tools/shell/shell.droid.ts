// How Factory's Droid spells shell commands: `Execute`, with the exit code in words before or after the output.

import { defineDialect } from '../define.ts';
import * as shape from '../shape.ts';
import { looseNumber, looseText, text } from '../shapes.ts';
import { mergedOutput, type ShellInput, type ShellOutput, type ShellResult } from './result.ts';

const FAILED = /^Error: Command failed \(exit code: (-?\d{1,10})\)\n?/;
const EXITED = /\n?\[Process exited with code (-?\d{1,10})\]\s*$/;
const TAIL = 100;

function readFailed(content: string): ShellOutput | undefined {
  const failed = FAILED.exec(content);
  return failed === null ? undefined : mergedOutput(content.slice(failed[0].length), Number(failed[1]));
}

function readExited(content: string): ShellOutput | undefined {
  const from = Math.max(0, content.length - TAIL);
  const exited = EXITED.exec(content.slice(from));
  return exited === null ? undefined : mergedOutput(content.slice(0, from + exited.index), Number(exited[1]));
}

export const droid = defineDialect<ShellInput, ShellResult>({
  agent: 'droid',
  names: ['Execute', 'Shell'],
  input: shape.object({ command: text, timeout: looseNumber, riskLevelReason: looseText, cwd: looseText }).transform(
    (raw): ShellInput => ({
      command: raw.command,
      cwd: raw.cwd,
      timeoutMs: raw.timeout === undefined ? undefined : raw.timeout * 1000,
      description: raw.riskLevelReason,
      background: false,
      unsandboxed: false,
    }),
  ),
  structured: [],
  text: [
    { kind: 'output', read: readFailed },
    { kind: 'output', read: readExited },
    { kind: 'output', read: (content) => mergedOutput(content, null) },
  ],
  errorText: [
    { kind: 'output', read: readFailed },
    { kind: 'output', read: readExited },
  ],
});
