// Usage of `toolscope inspect`.

import type { Command } from '../command.ts';
import { MAX_LINE_OPTION } from '../library-options.ts';

export const inspect: Command = {
  usage: '<file|folder|-…> [options]',
  options: {
    json: { type: 'boolean', help: 'One JSON object per line: a call, or a file with --ledger.' },
    ledger: { type: 'boolean', help: 'Account for every line of every file instead of listing calls.' },
    filter: {
      type: 'string',
      value: 'filter',
      help: 'Only calls that match, for example: status:error tool:Bash duration:>5s',
    },
    'max-line': MAX_LINE_OPTION,
    coverage: { type: 'boolean', help: 'Show how the results of each tool were understood (structured, text, raw).' },
  },
  examples: [
    { line: 'inspect ~/.claude/projects', does: 'every Claude Code call on this machine' },
    { line: 'inspect session.jsonl --json | jq .status', does: 'calls as NDJSON' },
    { line: 'inspect logs/ --filter "status:error -blame:expected"', does: 'calls that really failed' },
    { line: 'inspect -', does: 'what a headless run prints: codex exec --json "…" | toolscope inspect -' },
    { line: 'inspect logs/ --ledger', does: 'what was read, what was not, and why' },
  ],
  notes: [
    '- is standard input, read to its end: a log, or what claude -p --output-format stream-json (or json --verbose) and\n' +
      'codex exec --json print. These streams have no times; toolscope tee adds them.',
    'A file means that file alone; a folder means every log in it, subagents included. ≤ marks durations known only as an\n' +
      'upper bound: they may include waits for approval and hooks.',
  ],
  run: async (invocation) => (await import('../actions/inspect.ts')).inspectLogs(invocation),
};
