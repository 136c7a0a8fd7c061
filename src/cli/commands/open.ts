// Usage of `toolscope open`.

import type { Command } from '../command.ts';

export const open: Command = {
  usage: '[options]',
  options: {
    'no-open': { type: 'boolean', help: 'Only print the address.' },
    'sign-out': { type: 'boolean', help: 'Sign every browser out instead.' },
  },
  examples: [
    { line: 'open', does: 'open the dashboard in the browser, signed in, and print an address that works once' },
    { line: 'open --sign-out', does: 'end every sign-in at once' },
  ],
  notes: [
    'There has to be a running server (toolscope serve) on the same data folder. The address works once, within five\n' +
      'minutes. A browser stays signed in for 90 days, also when the server is started again.',
  ],
  run: async (invocation) => (await import('../actions/open.ts')).openDashboard(invocation),
};
