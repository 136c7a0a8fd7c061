// Owns how `toolscope inspect` is called: files and folders straight to calls, without an index.

import type { Command } from '../command.ts';

export const inspect: Command = {
  usage: '<file|folder…> [options]',
  options: {
    json: { type: 'boolean', help: 'One JSON object per line: a call, or with --ledger a file.' },
    ledger: { type: 'boolean', help: 'Account for every line of every file instead of listing calls.' },
    filter: {
      type: 'string',
      value: 'filter',
      help: 'Only calls that fit, such as: status:error tool:Bash duration:>5s',
    },
    coverage: { type: 'boolean', help: 'Per tool: how its results were understood (structured, text, raw).' },
  },
  examples: [
    { line: 'inspect ~/.claude/projects', does: 'all calls of Claude Code on this machine' },
    { line: 'inspect session.jsonl --json | jq .status', does: 'calls as NDJSON' },
    { line: 'inspect logs/ --filter "status:error -blame:expected"', does: 'calls that really failed' },
    { line: 'inspect logs/ --ledger', does: 'what was read, what was not, and why' },
  ],
  notes: [
    'A file means that file alone; a folder means every log in it, subagents included. Durations are shown with ≤ when\n' +
      'only an upper bound is known: such a span holds waits for approval and hooks as well.',
  ],
  run: async (invocation) => (await import('../actions/inspect.ts')).inspectLogs(invocation),
};
