// Owns how `toolscope serve` is called: the dashboard and the HTTP API, on this machine.

import type { Command } from '../command.ts';

export const serve: Command = {
  usage: '[options]',
  options: {
    root: {
      type: 'string',
      multiple: true,
      value: 'folder',
      help: 'Where the logs are; instead of the places agents usually keep them.',
    },
    port: { type: 'string', value: 'n', help: 'Port to listen on (4747, or a free one when that is taken).' },
    'no-open': { type: 'boolean', help: 'Do not open the browser.' },
  },
  examples: [
    { line: 'serve', does: 'index, serve, open the browser, and follow the logs until Ctrl-C' },
    { line: 'serve --port 8080 --no-open', does: 'on a port of your choice' },
  ],
  run: async (invocation) => (await import('../actions/serve.ts')).serveLibrary(invocation),
};
