#!/usr/bin/env node
// Entry point of the command line: loads only what the command needs.

import { commands } from './commands.ts';
import { useCompileCache } from './compile-cache.ts';

/** The command that runs when none is named. */
const DEFAULT_COMMAND = 'serve';

useCompileCache();

const args = process.argv.slice(2);
const wantsHelp = args.includes('--help') || args.includes('-h');
const isServed =
  args[0] === undefined || args[0] === DEFAULT_COMMAND || (args[0].startsWith('--') && args[0] !== '--version');
const direct = commands.find(({ name }) => name === args[0])?.direct;
if (direct === undefined || wantsHelp) {
  if (isServed && !wantsHelp) (await import('../library/writer-thread.ts')).startWriterThread();
  const { dispatch } = await import('./dispatch.ts');
  await dispatch(args, DEFAULT_COMMAND);
} else {
  await direct(args.slice(1));
}
