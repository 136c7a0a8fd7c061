// How Copilot reads the output of a running command: `read_bash` and `read_powershell`, with its state in the last line.

import { countLines } from '../../base/text.ts';
import { defineDialect } from '../define.ts';
import * as shape from '../shape.ts';
import { idText } from '../shapes.ts';
import type { BashOutputInput, BashOutputResult } from './bash-output.ts';

const MARK =
  /\n?<(?:exited with exit code (-?\d{1,10})|shellId: \S{1,200} completed with exit code (-?\d{1,10})|command with (?:shellId|id): \S{1,200} is still running[^\n]{0,600})>\s*$/;
const TAIL = 1000;

function read(content: string): BashOutputResult | undefined {
  const mark = MARK.exec(content.slice(-TAIL));
  if (mark === null) return undefined;
  const code = mark[1] ?? mark[2];
  const exitCode = code === undefined ? null : Number(code);
  const stdout = content.slice(0, Math.max(0, content.length - TAIL) + mark.index);
  return {
    kind: 'shell',
    shellId: null,
    command: null,
    status: exitCode === null ? 'running' : exitCode === 0 ? 'completed' : 'failed',
    exitCode,
    stdout,
    stderr: '',
    stdoutLines: countLines(stdout),
    stderrLines: 0,
    timestamp: null,
    filter: null,
  };
}

export const copilot = defineDialect<BashOutputInput, BashOutputResult>({
  agent: 'copilot',
  names: ['read_bash', 'read_powershell'],
  input: shape.object({ shellId: idText }).transform((raw): BashOutputInput => ({ shellId: raw.shellId })),
  structured: [],
  text: [{ kind: 'shell', read }],
});
