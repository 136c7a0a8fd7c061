// Usage of `toolscope mcp`.

import type { Command } from '../command.ts';
import { LIBRARY_OPTIONS } from '../library-options.ts';

const { json: _, ...SHARED } = LIBRARY_OPTIONS;

export const mcp: Command = {
  usage: '[options]',
  options: {
    ...SHARED,
    'all-projects': { type: 'boolean', help: 'Answer about all sessions, not only those of this project.' },
    project: {
      type: 'string',
      value: 'path',
      help: 'The project, if it is not the repository around the current folder.',
    },
  },
  examples: [
    { line: 'mcp', does: 'serve the sessions of this project over standard input and output' },
    { line: 'mcp --all-projects', does: 'answer about every project' },
  ],
  notes: [
    'Agents start this command themselves: claude mcp add toolscope -- toolscope mcp, or codex mcp add toolscope --\n' +
      'toolscope mcp. All tools only read. Answers are redacted, name the line of the log they come from, and keep text from\n' +
      'logs apart as untrusted data. See docs/mcp.md.',
  ],
  run: async (invocation) => (await import('../actions/mcp.ts')).serveMcp(invocation),
};
