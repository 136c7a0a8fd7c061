// How OpenCode spells shell commands: bash, with the exit code next to the output.

import { defineDialect } from '../define.ts';
import * as shape from '../shape.ts';
import { looseFlag, looseNumber, looseText, text } from '../shapes.ts';
import { mergedOutput, type ShellInput, type ShellOutput, type ShellResult } from './result.ts';

/** What the tool itself appends to the output. */
const OWN_WORDS = ['<bash_metadata>', '<shell_metadata>'];
const OWN_WORDS_MAX = 2000;

function ownWordsAt(written: string): number {
  const at = Math.max(...OWN_WORDS.map((tag) => written.lastIndexOf(tag)));
  return at !== -1 && written.length - at <= OWN_WORDS_MAX && written.trimEnd().endsWith('_metadata>') ? at : -1;
}

function outputOf(written: string, exitCode: number | null, persisted?: ShellOutput['persisted']): ShellOutput {
  const at = ownWordsAt(written);
  const words = at === -1 ? '' : written.slice(written.indexOf('>', at) + 1, written.lastIndexOf('</')).trim();
  return mergedOutput(at === -1 ? written : written.slice(0, at).trimEnd(), exitCode, {
    timedOut: words.includes('terminated command after exceeding timeout'),
    interrupted: words.includes('User aborted'),
    notes: words === '' ? [] : [words],
    persisted,
  });
}

const structured = shape
  .object({ output: text, exit: looseNumber, truncated: looseFlag, outputPath: looseText })
  .transform((raw): ShellOutput => {
    const persisted = raw.outputPath === undefined ? undefined : { path: raw.outputPath, bytes: null };
    return outputOf(raw.output, raw.exit ?? null, persisted);
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
