// Options of the RAP runtime, for `toolscope serve` and `toolscope rap serve`.

import type { OptionSpec } from '../command.ts';

/** Of both servers. */
export const OPEN_OPTION = {
  'open-to-local-users': {
    type: 'boolean',
    help: 'Let every user of this machine in, without signing in and without a token.',
  },
} as const satisfies Readonly<Record<string, OptionSpec>>;

export const RUNTIME_OPTIONS = {
  'public-url': {
    type: 'string',
    value: 'url',
    help: 'How RAP tools reach this server; used in callback addresses.',
  },
  allow: {
    type: 'string',
    multiple: true,
    value: 'range',
    help: 'Non-public addresses at which RAP tools may be called: loopback, private, 10.1.0.0/16. Repeatable.',
  },
  unmatched: {
    type: 'string',
    value: 'refuse|200',
    help: 'How RAP results that match no pending call are answered (default refuse).',
  },
  credentials: {
    type: 'string',
    value: 'file',
    help: 'JSON file with a list of {base, bearer, webhookKeys}, one per RAP tool server.',
  },
  'require-signature': { type: 'boolean', help: 'Refuse unsigned RAP callbacks.' },
  'callback-burst': {
    type: 'string',
    value: 'n',
    help: 'Callbacks that one RAP call may send at once, besides its result (default 1000).',
  },
  'callback-rate': {
    type: 'string',
    value: 'n',
    help: 'How many of them per second after that (default 100). Results are never limited.',
  },
  confirm: {
    type: 'string',
    value: 'destructive|never',
    help: 'Ask a person in the dashboard before a RAP tool is called that destroys something.',
  },
  'event-threads': { type: 'boolean', help: 'Open a thread for every RAP event that is not associative.' },
  retention: {
    type: 'string',
    value: 'days',
    help: 'Delete RAP threads that were closed so many days ago (default: keep them).',
  },
} as const satisfies Readonly<Record<string, OptionSpec>>;
