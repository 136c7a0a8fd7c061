// From arguments to a running command: finds it, runs it, and turns errors into an exit status.

import { AppError } from '../base/app-error.ts';
import { suggest } from '../base/suggest.ts';
import type { CommandEntry } from './command.ts';
import { commandGroups, commands } from './commands.ts';
import { exitStatus, explain } from './errors.ts';
import { commandHelp, generalHelp } from './help.ts';
import { type Output, openOutput, PipeClosed } from './output.ts';
import { readInvocation } from './read-invocation.ts';
import { version } from './version.ts';

/** Options that work without a command. */
const OWN_FLAGS: ReadonlySet<string> = new Set(['--help', '-h', '--version', '-V', '-v']);

function entryFor(word: string, out: Output): CommandEntry {
  const entry = commands.find(({ name }) => name === word);
  if (entry !== undefined) return entry;
  const near = suggest(
    word,
    commands.map(({ name }) => name),
  );
  const hint = near === undefined ? 'See toolscope --help.' : `Did you mean ${near}?`;
  throw new AppError('bad-usage', `There is no command ${out.safe(word)}.`, { hint });
}

/** Runs the command line. Returns the exit status; errors are thrown. */
export async function runLine(args: readonly string[], defaultCommand: string, out: Output): Promise<number> {
  const [first = defaultCommand, ...others] = args;
  const isBare = first.startsWith('-') && !OWN_FLAGS.has(first);
  const word = isBare ? defaultCommand : first;
  const rest = isBare ? [...args] : others;
  if (word === '--version' || word === '-V' || word === '-v') {
    await out.line(version());
    return 0;
  }
  if (word === '--help' || word === '-h' || word === 'help') {
    const [topic] = rest;
    if (topic === undefined) await out.line(generalHelp(commandGroups, { version: version(), defaultCommand }, out));
    else {
      const entry = entryFor(topic, out);
      await out.line(commandHelp(entry, await entry.load(), out));
    }
    return 0;
  }
  const entry = entryFor(word, out);
  const command = await entry.load();
  const invocation = readInvocation(entry.name, command, rest, out);
  if (invocation === 'help') {
    await out.line(commandHelp(entry, command, out));
    return 0;
  }
  const longest = invocation.options['max-line'];
  if (typeof longest === 'string') {
    const [{ bytesFrom }, { setLineLimit }] = await Promise.all([
      import('./library-options.ts'),
      import('../sources/json-lines/line-limit.ts'),
    ]);
    setLineLimit(bytesFrom(longest));
  }
  const { store, blocks } = invocation.options;
  const mayStore = invocation.options['allow-secrets'] === true;
  if (typeof store === 'string' || typeof blocks === 'string' || mayStore) {
    const [{ STORE_OPTIONS }, { allowSecretsInStore, useBlocks, useStore }] = await Promise.all([
      import('./library-options.ts'),
      import('../store/store-address.ts'),
    ]);
    if (typeof store === 'string') useStore(store);
    if (typeof blocks === 'string') useBlocks(blocks);
    // Some commands have an option of that name for their output.
    if (mayStore && command.options?.['allow-secrets'] === STORE_OPTIONS['allow-secrets']) allowSecretsInStore();
  }
  return command.run(invocation);
}

/** The exit status when output could not be written. */
const LOST = 3;

/** Runs the command line and sets the exit status. Without a command: the default one. */
export async function dispatch(args: readonly string[], defaultCommand: string): Promise<void> {
  // A command may have finished successfully before it turns out that its last output was not written.
  const failAtExit = (): void => void process.once('exit', () => (process.exitCode = LOST));
  const out = openOutput(process.stdout, process.stderr, failAtExit);
  try {
    process.exitCode = await runLine(args, defaultCommand, out);
  } catch (error) {
    if (error instanceof PipeClosed) return;
    out.note(`toolscope: ${explain(error)}`);
    process.exitCode = exitStatus(error);
  }
}
