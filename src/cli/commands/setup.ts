// Usage of `toolscope setup`.

import type { Command } from '../command.ts';

export const setup: Command = {
  usage: '[options]',
  options: {
    agent: {
      type: 'string',
      multiple: true,
      value: 'name',
      help: 'claude-code or codex; by default, every agent in use.',
    },
    undo: { type: 'boolean', help: 'Take it out again: files become what they were, byte for byte.' },
    print: { type: 'boolean', help: 'Only print what would be added to which file.' },
    yes: { type: 'boolean', short: 'y', help: 'Do not ask for confirmation.' },
  },
  examples: [
    { line: 'setup', does: 'show what would change in the settings of each agent in use, and change it if you agree' },
    { line: 'setup --print', does: 'for those who do it by hand' },
    { line: 'setup --undo', does: 'take it out again' },
  ],
  notes: [
    'Adds three things: hooks that tell Toolscope what a log does not (docs/hooks.md), the MCP server that agents ask\n' +
      '(docs/mcp.md), and for Claude Code a status line, unless you have one. A file that others have changed since\n' +
      'keeps their changes when it is undone.',
  ],
  run: async (invocation) => (await import('../actions/setup.ts')).setUp(invocation),
};
