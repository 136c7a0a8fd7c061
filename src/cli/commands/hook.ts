// Owns `toolscope hook`: what agents start at every step, and putting it into their settings. Receiving takes a shorter
// way: see ../hooks/receive-command.ts.

import { AppError } from '../../base/app-error.ts';
import { suggest } from '../../base/suggest.ts';
import type { Command, Invocation } from '../command.ts';

type Subcommand = (invocation: Invocation) => Promise<number>;

const SUBCOMMANDS: Readonly<Record<string, () => Promise<Subcommand>>> = {
  install: async () => (await import('../hooks/install.ts')).install,
  uninstall: async () => (await import('../hooks/uninstall.ts')).uninstall,
  status: async () => (await import('../hooks/status.ts')).status,
};

export const hook: Command = {
  usage: '[install|uninstall|status] [options]',
  options: {
    agent: { type: 'string', multiple: true, value: 'name', help: 'claude-code or codex; those in use if not said.' },
    project: { type: 'boolean', help: "This project's settings instead of all projects'." },
    event: { type: 'string', multiple: true, value: 'name', help: 'Only this event; may be repeated (install).' },
    shell: { type: 'boolean', help: 'A small shell script, the fastest (install: the usual where there is a shell).' },
    node: { type: 'boolean', help: 'toolscope hook itself, started with Node (install).' },
    http: { type: 'string', value: 'url', help: "A running server's address that ends in /hooks/v1 (install)." },
    print: {
      type: 'boolean',
      help: 'Only print what to add to the settings; it starts Node unless --shell is said (install).',
    },
    yes: { type: 'boolean', short: 'y', help: 'Do not ask.' },
    json: { type: 'boolean', help: 'One JSON object per agent (status).' },
  },
  examples: [
    { line: 'hook install', does: 'show the change to the settings of the agents in use, and make it if you agree' },
    { line: 'hook install --agent codex --print', does: 'only print the snippet' },
    { line: 'hook status', does: 'what is installed, what arrived, and what went wrong' },
    { line: 'hook uninstall --yes', does: 'take it out again' },
  ],
  notes: [
    'Without a subcommand it is the hook itself: it reads one hook input as JSON on standard input, keeps it in an ' +
      'inbox of its own, and ends with status 0 and no output, whatever happens. Trouble is noted for toolscope doctor.',
  ],
  async run(invocation) {
    const [name, ...rest] = invocation.positionals;
    const load = name === undefined ? undefined : SUBCOMMANDS[name];
    if (load === undefined || rest.length > 0) {
      const near = load === undefined ? suggest(name ?? '', Object.keys(SUBCOMMANDS)) : undefined;
      throw new AppError(
        'bad-usage',
        'toolscope hook wants install, uninstall or status, or a hook input to receive.',
        { hint: near === undefined ? 'See toolscope hook --help.' : `Did you mean ${near}?` },
      );
    }
    const subcommand = await load();
    return subcommand(invocation);
  },
};
