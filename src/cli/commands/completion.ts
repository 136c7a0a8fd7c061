// `toolscope completion`: shell completion of commands and options.

import { AppError } from '../../base/app-error.ts';
import type { Command } from '../command.ts';
import { commands } from '../commands.ts';
import { completedCommands, completionScript, SHELLS } from '../completion-scripts.ts';

export const completion: Command = {
  usage: `<${SHELLS.join('|')}>`,
  options: {},
  examples: [
    { line: 'completion bash > ~/.local/share/bash-completion/completions/toolscope', does: 'for bash' },
    { line: 'completion zsh > $fpath[1]/_toolscope', does: 'for zsh, before compinit runs' },
    { line: 'completion fish > ~/.config/fish/completions/toolscope.fish', does: 'for fish' },
  ],
  notes: [
    'To try it in the shell you are in:\n' +
      '  source <(toolscope completion bash)\n' +
      '  source <(toolscope completion zsh)     after compinit\n' +
      '  toolscope completion fish | source',
    'The script matches this version of Toolscope; regenerate it after an update.',
  ],
  async run({ positionals, out }) {
    const [named, ...more] = positionals;
    const shell = SHELLS.find((name) => name === named);
    if (shell === undefined || more.length > 0) {
      const message =
        named === undefined ? 'Which shell?' : `There is no completion for ${out.safe(positionals.join(' '))}.`;
      throw new AppError('bad-usage', message, { hint: `Name one of ${SHELLS.join(', ')}.` });
    }
    await out.line(completionScript(shell, await completedCommands(commands)).trimEnd());
    return 0;
  },
};
