// Usage of `toolscope serve`.

import type { Command } from '../command.ts';
import { LIBRARY_OPTIONS, STORE_OPTIONS } from '../library-options.ts';
import { OPEN_OPTION, RUNTIME_OPTIONS } from '../rap/runtime-flags.ts';

export const serve: Command = {
  usage: '[options]',
  options: {
    port: { type: 'string', value: 'n', help: 'Port to listen on (default 4747, or a free one if that is taken).' },
    host: {
      type: 'string',
      value: 'address',
      help: 'Address to listen on (default 127.0.0.1). Any other opens it to the network, which requires signing in.',
    },
    ...OPEN_OPTION,
    'no-open': { type: 'boolean', help: 'Do not open the browser.' },
    demo: { type: 'boolean', help: 'Show made-up sessions, one of them running live. Nothing is kept.' },
    ...RUNTIME_OPTIONS,
    root: LIBRARY_OPTIONS.root,
    'no-archive': LIBRARY_OPTIONS['no-archive'],
    ...STORE_OPTIONS,
    'max-line': LIBRARY_OPTIONS['max-line'],
  },
  examples: [
    {
      line: 'serve',
      does: 'index, serve, open the browser, and follow the logs until Ctrl-C; the same as toolscope alone',
    },
    { line: 'serve --demo', does: 'the same with made-up sessions' },
    { line: 'serve --port 8080 --no-open', does: 'on a port of your choice' },
    { line: 'serve --allow loopback', does: 'the same, as a RAP runtime that may call tools on this machine' },
    { line: 'serve --host 0.0.0.0', does: 'for other machines too; the printed address signs in once' },
  ],
  notes: [
    'The address is printed at once, while indexing continues. Only this machine can reach the server, as localhost or\n' +
      '127.0.0.1, unless --host says otherwise. The same port receives hooks, and is a runtime for RAP tools, whose\n' +
      'questions are answered in the dashboard: see docs/rap.md. --allow loopback lets it call tools on this machine.',
    'The printed address signs one browser in, once; toolscope open prints another. Programs send the token in the file\n' +
      'server-token in the data folder (Authorization: Bearer <token>).',
    'In a pipe, it prints its address without opening a browser, and runs until it is stopped.',
  ],
  run: async (invocation) => (await import('../actions/serve.ts')).serveLibrary(invocation),
};
