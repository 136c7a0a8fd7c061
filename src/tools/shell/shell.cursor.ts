// How Cursor requests shell commands. Their results are not in its transcripts.

import { defineDialect } from '../define.ts';
import * as shape from '../shape.ts';
import { looseFlag, looseText, text } from '../shapes.ts';
import type { ShellInput, ShellResult } from './result.ts';

export const cursor = defineDialect<ShellInput, ShellResult>({
  agent: 'cursor',
  names: ['Shell', 'Bash', 'run_terminal_cmd'],
  input: shape
    .object({
      command: text,
      description: looseText,
      explanation: looseText,
      working_directory: looseText,
      is_background: looseFlag,
    })
    .transform(
      (raw): ShellInput => ({
        command: raw.command,
        description: raw.description ?? raw.explanation,
        cwd: raw.working_directory,
        background: raw.is_background ?? false,
        unsandboxed: false,
      }),
    ),
  structured: [],
  text: [],
});
