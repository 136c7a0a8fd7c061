// The fork in the way of `toolscope hook`: words to receive, which must be fast, or a command for a person.

import { isStartedByHand, receiveCommand } from './receive-command.ts';

const SUBCOMMANDS: ReadonlySet<string> = new Set(['install', 'uninstall', 'status']);

export async function startHook(args: readonly string[]): Promise<void> {
  const isCommand = args.some((arg) => SUBCOMMANDS.has(arg)) || isStartedByHand(args);
  if (!isCommand) return receiveCommand(args);
  const { dispatch } = await import('../dispatch.ts');
  await dispatch(['hook', ...args], 'hook');
}
