// `toolscope rap`: the RAP runtime as a server, the conformance checks, the demo, and the export of a thread.

import { AppError } from '../../base/app-error.ts';
import type { Command, Invocation } from '../command.ts';
import { OPEN_OPTION, RUNTIME_OPTIONS } from '../rap/runtime-flags.ts';

type Subcommand = (invocation: Invocation) => Promise<number>;

/** Loaded on demand: other commands should not wait for a validator and a server. */
const SUBCOMMANDS: Readonly<Record<string, () => Promise<Subcommand>>> = {
  serve: async () => (await import('../rap/serve.ts')).serve,
  check: async () => (await import('../rap/check.ts')).check,
  demo: async () => (await import('../rap/demo.ts')).demo,
  export: async () => (await import('../rap/export.ts')).exportThread,
};

export const rap: Command = {
  usage: '<serve|check|demo|export> [options]',
  options: {
    port: { type: 'string', value: 'n', help: 'Port to listen on (serve: 7270, demo: any free one).' },
    host: { type: 'string', value: 'address', help: 'Address to listen on (serve: 127.0.0.1).' },
    data: {
      type: 'string',
      value: 'folder',
      help: 'Where to keep the data (serve, demo, export; default: the data folder).',
    },
    ...RUNTIME_OPTIONS,
    ...OPEN_OPTION,
    runtime: { type: 'string', value: 'url', help: 'Check the runtime at this base address.' },
    tool: { type: 'string', value: 'url', help: 'Check the tool server at this base address.' },
    self: { type: 'boolean', help: "Check Toolscope's own runtime and tool server." },
    json: { type: 'boolean', help: 'One JSON object per rule (check).' },
    call: {
      type: 'string',
      multiple: true,
      value: 'tool=json',
      help: 'A call to make, with its arguments. Repeatable (check --tool).',
    },
    route: {
      type: 'string',
      multiple: true,
      value: 'name=url',
      help: 'Where another runtime has register, results, display, calls, rejections, cancel, choice (check --runtime).',
    },
    timeout: {
      type: 'string',
      value: 's',
      help: 'Seconds to wait for what should happen (check; default 15 for a tool, 5 for a runtime).',
    },
    'callback-url': { type: 'string', value: 'url', help: 'How the tool reaches this machine (check --tool).' },
  },
  examples: [
    { line: 'rap serve --allow loopback', does: 'a runtime for agents and tools on this machine' },
    { line: 'rap check --tool http://127.0.0.1:9000', does: 'check that a tool server follows the rules' },
    { line: 'rap check --self --json', does: 'check every rule against Toolscope itself' },
    { line: 'rap demo', does: 'a page with a deployment, a choice, a subscription and an error' },
  ],
  notes: [
    'Secrets are read from the environment: TOOLSCOPE_RAP_TOKEN (agents must send it; also sent by check; by default the\n' +
      'token in the file server-token in the data folder), and\n' +
      'TOOLSCOPE_RAP_WEBHOOK_KEYS (whsec_… and whpk_… keys of tools that sign, separated by spaces).',
    'docs/rap.md takes a tool author to a working tool in five minutes.',
  ],
  async run(invocation) {
    const [word, ...positionals] = invocation.positionals;
    const load = word !== undefined && Object.hasOwn(SUBCOMMANDS, word) ? SUBCOMMANDS[word] : undefined;
    if (load === undefined) {
      const what =
        word === undefined ? 'rap needs a subcommand.' : `There is no subcommand rap ${invocation.out.safe(word)}.`;
      throw new AppError('bad-usage', what, { hint: 'Use serve, check, demo or export; see toolscope rap --help.' });
    }
    return (await load())({ ...invocation, positionals });
  },
};
