// `toolscope hook`: installs, removes and checks hooks. Receiving hook input has its own fast path: see
// ../hooks/receive-command.ts.

import { AppError } from '../../base/app-error.ts';
import { suggest } from '../../base/suggest.ts';
import type { Command, Invocation } from '../command.ts';
import { AGENT_OPTION, YES_OPTION } from '../library-options.ts';

type Subcommand = (invocation: Invocation) => Promise<number>;

const SUBCOMMANDS: Readonly<Record<string, () => Promise<Subcommand>>> = {
  install: async () => (await import('../hooks/install.ts')).install,
  uninstall: async () => (await import('../hooks/uninstall.ts')).uninstall,
  status: async () => (await import('../hooks/status.ts')).status,
};

export const hook: Command = {
  usage: '[install|uninstall|status] [options]',
  options: {
    agent: AGENT_OPTION,
    project: { type: 'boolean', help: "Use this project's settings instead of the ones for all projects." },
    event: {
      type: 'string',
      multiple: true,
      value: 'name',
      help: 'Install for this event only. Repeatable (install).',
    },
    shell: {
      type: 'boolean',
      help: 'Install a small shell script: the fastest, and the default where there is a shell.',
    },
    node: { type: 'boolean', help: 'Install toolscope hook itself, run by Node.' },
    http: {
      type: 'string',
      value: 'url',
      help: 'Post to a running server: its address, ending in /hooks/v1 (install).',
    },
    print: {
      type: 'boolean',
      help: 'Only print what to add to the settings: the Node version, unless --shell or --http is given (install).',
    },
    yes: YES_OPTION,
    json: { type: 'boolean', help: 'One JSON object per agent (status).' },
  },
  examples: [
    { line: 'hook install', does: 'show the change to the settings of each agent in use, and make it if you agree' },
    { line: 'hook install --agent codex --print', does: 'only print the snippet' },
    { line: 'hook status', does: 'what is installed, what arrived, and what went wrong' },
    { line: 'hook uninstall --yes', does: 'remove it without asking' },
  ],
  notes: [
    'Without a subcommand, this is the hook itself: it reads one hook input as JSON from standard input, files it in ' +
      'an inbox, and exits with status 0 and no output, whatever happens. toolscope doctor reports any problems.',
  ],
  async run(invocation) {
    const [name, ...rest] = invocation.positionals;
    const load = name !== undefined && Object.hasOwn(SUBCOMMANDS, name) ? SUBCOMMANDS[name] : undefined;
    if (load === undefined || rest.length > 0) {
      const near = load === undefined ? suggest(name ?? '', Object.keys(SUBCOMMANDS)) : undefined;
      throw new AppError(
        'bad-usage',
        'toolscope hook takes install, uninstall or status, or a hook input on standard input.',
        { hint: near === undefined ? 'See toolscope hook --help.' : `Did you mean ${near}?` },
      );
    }
    const subcommand = await load();
    return subcommand(invocation);
  },
};
