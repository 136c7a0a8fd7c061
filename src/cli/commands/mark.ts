// Usage of `toolscope mark`.

import type { Command } from '../command.ts';
import { LIBRARY_OPTIONS } from '../library-options.ts';

export const mark: Command = {
  usage: '[<session>] [options]',
  options: {
    pin: { type: 'boolean', help: 'List it before all others.' },
    unpin: { type: 'boolean', help: 'List it by its time again.' },
    name: { type: 'string', value: 'text', help: "Call it this; '' brings the title of its log back." },
    hide: { type: 'boolean', help: 'Leave it out of lists of sessions.' },
    unhide: { type: 'boolean', help: 'List it again.' },
    ...LIBRARY_OPTIONS,
  },
  examples: [
    { line: 'mark 4f1c --pin --name "Login redirect"', does: 'keep a session at hand, under a name of your own' },
    { line: 'mark 4f1c --hide', does: 'leave it out of lists; toolscope ls --hidden shows it' },
    { line: 'mark', does: 'list what is pinned, named or hidden' },
  ],
  notes: [
    'Marks are kept in user.sqlite in the data folder. No log is changed, and they stay when the index is built again.\n' +
      'Search and other commands still find hidden sessions.',
  ],
  run: async (invocation) => (await import('../actions/mark.ts')).markSessions(invocation),
};
