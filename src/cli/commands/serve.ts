// Owns how `toolscope serve` is called: the dashboard and the HTTP API, on this machine.

import type { Command } from '../command.ts';
import { LIBRARY_OPTIONS } from '../library-options.ts';

export const serve: Command = {
  usage: '[options]',
  options: {
    port: { type: 'string', value: 'n', help: 'Port to listen on (4747, or a free one when that is taken).' },
    host: {
      type: 'string',
      value: 'address',
      help: 'Address to listen on (127.0.0.1). Others let the network in, with a token.',
    },
    'no-open': { type: 'boolean', help: 'Do not open the browser.' },
    demo: { type: 'boolean', help: 'Show made-up sessions, one of them going on while you look. Nothing is kept.' },
    root: LIBRARY_OPTIONS.root,
    'no-archive': LIBRARY_OPTIONS['no-archive'],
  },
  examples: [
    {
      line: 'serve',
      does: 'index, serve, open the browser, and follow the logs until Ctrl-C; so does toolscope alone',
    },
    { line: 'serve --demo', does: 'the same with made-up sessions' },
    { line: 'serve --port 8080 --no-open', does: 'on a port of your choice' },
    { line: 'serve --host 0.0.0.0', does: 'for other machines too; the printed address opens it once' },
  ],
  notes: [
    'The address is printed at once; indexing goes on meanwhile. Only this machine can reach the server, under\n' +
      'localhost and 127.0.0.1, unless --host says otherwise. Results of RAP tools and hooks are taken on the same port.',
    'In a pipe it does the same, without a browser: it prints its address and runs until it is stopped.',
  ],
  run: async (invocation) => (await import('../actions/serve.ts')).serveLibrary(invocation),
};
