// Entry point of `toolscope hook`: the fast path that agents call, or a subcommand for people.

import { isStartedByHand, receiveCommand } from './receive-command.ts';

const SUBCOMMANDS: ReadonlySet<string> = new Set(['install', 'uninstall', 'status']);

export async function startHook(args: readonly string[]): Promise<void> {
  const isCommand = args.some((arg) => SUBCOMMANDS.has(arg)) || isStartedByHand(args);
  if (!isCommand) return receiveCommand(args);
  const { dispatch } = await import('../dispatch.ts');
  await dispatch(['hook', ...args], 'hook');
}
