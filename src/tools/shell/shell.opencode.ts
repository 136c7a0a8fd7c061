// How OpenCode spells shell commands: bash, whose result has the exit code beside the output.

import { defineDialect } from '../define.ts';
import * as shape from '../shape.ts';
import { looseFlag, looseNumber, looseText, text } from '../shapes.ts';
import { mergedOutput, type ShellInput, type ShellOutput, type ShellResult } from './result.ts';

/** What the tool adds to the output by itself, at its end. */
const OWN_WORDS = /\n*<(bash|shell)_metadata>\n?([^<]{0,1000})<\/\1_metadata>\s*$/;
const TIMED_OUT = /terminated command after exceeding timeout/;

function outputOf(
  written: string,
  exitCode: number | null,
  more: { persisted?: ShellOutput['persisted'] } = {},
): ShellOutput {
  const own = written.includes('_metadata>') ? OWN_WORDS.exec(written.slice(-2000)) : null;
  const words = own?.[2]?.trim() ?? '';
  return mergedOutput(own === null ? written : written.slice(0, written.length - own[0].length), exitCode, {
    timedOut: TIMED_OUT.test(words),
    interrupted: words.includes('User aborted'),
    notes: words === '' ? [] : [words],
    persisted: more.persisted,
  });
}

const structured = shape
  .object({ output: text, exit: looseNumber, truncated: looseFlag, outputPath: looseText })
  .transform((raw): ShellOutput => {
    const persisted = raw.outputPath === undefined ? undefined : { path: raw.outputPath, bytes: null };
    return outputOf(raw.output, raw.exit ?? null, { persisted });
  });

export const openCode = defineDialect<ShellInput, ShellResult>({
  agent: 'opencode',
  names: ['bash', 'shell'],
  input: shape.object({ command: text, description: looseText, workdir: looseText, timeout: looseNumber }).transform(
    (raw): ShellInput => ({
      command: raw.command,
      description: raw.description,
      cwd: raw.workdir,
      timeoutMs: raw.timeout,
      background: false,
      unsandboxed: false,
    }),
  ),
  structured: [{ kind: 'output', schema: structured }],
  text: [{ kind: 'output', read: (content) => outputOf(content, null) }],
});
