// Owns the way from arguments to a running command: picks it, reads its options, and turns trouble into an exit status.

import { parseArgs } from 'node:util';
import { AppError } from '../base/app-error.ts';
import type { Command, CommandEntry, Invocation } from './command.ts';
import { commands } from './commands.ts';
import { exitStatus, explain } from './errors.ts';
import { commandHelp, generalHelp } from './help.ts';
import { type Output, openOutput, PipeClosed } from './output.ts';
import { version } from './version.ts';

/** Options that stand alone. */
const OWN_FLAGS: ReadonlySet<string> = new Set(['--help', '-h', '--version', '-V']);

/** Letters changed, left out, added or swapped with their neighbour. */
function distance(a: string, b: string): number {
  const rows: number[][] = [Array.from({ length: b.length + 1 }, (_, i) => i)];
  const at = (i: number, j: number): number => rows[i]?.[j] ?? 0;
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    rows.push(row);
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1];
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const changed = Math.min(at(i - 1, j) + 1, (row[j - 1] ?? 0) + 1, at(i - 1, j - 1) + (same ? 0 : 1));
      row[j] = swapped ? Math.min(changed, at(i - 2, j - 2) + 1) : changed;
    }
  }
  return at(a.length, b.length);
}

/** The nearest command name, for "did you mean"; two slips in a short word make another word. */
function nearest(word: string): string | undefined {
  const ranked = commands.map(({ name }) => ({ name, far: distance(word, name) })).sort((a, b) => a.far - b.far);
  const [first] = ranked;
  return first !== undefined && first.far <= (word.length < 5 ? 1 : 2) ? first.name : undefined;
}

function entryFor(word: string, out: Output): CommandEntry {
  const entry = commands.find(({ name }) => name === word);
  if (entry !== undefined) return entry;
  const near = nearest(word);
  const hint = near === undefined ? 'See toolscope --help.' : `Did you mean ${near}?`;
  throw new AppError('bad-usage', `There is no command ${out.safe(word)}.`, { hint });
}

function readInvocation(name: string, command: Command, args: string[], out: Output): Invocation | 'help' {
  try {
    const options = { ...command.options, help: { type: 'boolean', short: 'h' } } as const;
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true, strict: true });
    return values['help'] === true ? 'help' : { positionals, options: values, out };
  } catch (error) {
    const message = error instanceof Error ? error.message.split('. ')[0] : String(error);
    throw new AppError('bad-usage', `${message}.`, { hint: `See toolscope ${name} --help.` });
  }
}

/** Runs what the arguments ask for. The exit status; trouble is thrown. */
export async function runLine(args: readonly string[], defaultCommand: string, out: Output): Promise<number> {
  const [first = defaultCommand, ...others] = args;
  const isBare = first.startsWith('-') && !OWN_FLAGS.has(first);
  const word = isBare ? defaultCommand : first;
  const rest = isBare ? [...args] : others;
  if (word === '--version' || word === '-V') {
    await out.line(version());
    return 0;
  }
  if (word === '--help' || word === '-h' || word === 'help') {
    const [topic] = rest;
    if (topic === undefined) await out.line(generalHelp(commands, { version: version(), defaultCommand }, out));
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
  return command.run(invocation);
}

/** Runs what the arguments ask for and sets the exit status. Without a command: the default one. */
export async function dispatch(args: readonly string[], defaultCommand: string): Promise<void> {
  const out = openOutput(process.stdout, process.stderr);
  try {
    process.exitCode = await runLine(args, defaultCommand, out);
  } catch (error) {
    if (error instanceof PipeClosed) return;
    out.note(`toolscope: ${explain(error)}`);
    process.exitCode = exitStatus(error);
  }
}
