// Usage of `toolscope setup`.

import type { Command } from '../command.ts';
import { AGENT_OPTION, YES_OPTION } from '../library-options.ts';

export const setup: Command = {
  usage: '[options]',
  options: {
    agent: AGENT_OPTION,
    undo: { type: 'boolean', help: 'Undo the setup: restore the files byte for byte.' },
    print: { type: 'boolean', help: 'Only print what would be added to which file.' },
    yes: YES_OPTION,
  },
  examples: [
    { line: 'setup', does: 'show what would change in the settings of each agent in use, and change it if you agree' },
    { line: 'setup --print', does: 'to add it by hand' },
    { line: 'setup --undo', does: 'undo the setup' },
  ],
  notes: [
    'Adds three things: hooks that report what logs do not contain (docs/hooks.md), the MCP server that agents ask\n' +
      '(docs/mcp.md), and for Claude Code a status line, unless you have one. A file that others have changed since\n' +
      'keeps their changes when setup is undone.',
  ],
  run: async (invocation) => (await import('../actions/setup.ts')).setUp(invocation),
};
