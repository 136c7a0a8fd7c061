// Usage of `toolscope tee`.

import type { Command } from '../command.ts';

export const tee: Command = {
  usage: '<file> [options]',
  options: {
    append: { type: 'boolean', short: 'a', help: 'Add to the file instead of replacing it.' },
  },
  examples: [
    { line: 'tee run.jsonl', does: 'at the end of: claude -p "…" --output-format stream-json --verbose |' },
    { line: 'tee -a runs.jsonl', does: 'at the end of: codex exec --json "…" |' },
  ],
  notes: [
    'Afterwards, toolscope inspect <file> lists every call with its duration.',
    'Passes standard input on unchanged and at once, and writes the same lines to the file, each with the time at which it\n' +
      'came as "@received": these streams have no times, so without it no duration is known. Durations are upper bounds. Where\n' +
      'reading had to wait for what comes next in the pipe, "@held" says for how many milliseconds, and bounds allow for it.',
    'Recording goes on when the next program in the pipe ends, and passing on when the file cannot be written (exit status 3).\n' +
      'The first Ctrl-C is left to the agent, whose last output is recorded; a second one ends tee.',
  ],
  run: async (invocation) => (await import('../actions/tee.ts')).teeInput(invocation),
};
