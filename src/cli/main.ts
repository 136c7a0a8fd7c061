#!/usr/bin/env node
// Owns the command line's door: picks the command, reads its options, and turns trouble into an exit status.

import { parseArgs } from 'node:util';
import { AppError } from '../base/app-error.ts';
import type { Command, Invocation } from './command.ts';
import { commands } from './commands.ts';
import { exitStatus, explain } from './errors.ts';
import { commandHelp, generalHelp } from './help.ts';
import { type Output, openOutput, PipeClosed } from './output.ts';
import { version } from './version.ts';

/** What runs when no command is named. */
const DEFAULT_COMMAND = 'ls';
/** Options that stand alone. */
const OWN_FLAGS: ReadonlySet<string> = new Set(['--help', '-h', '--version', '-V']);

/** The nearest command name, for "did you mean". */
function nearest(word: string): string | undefined {
  const distance = (a: string, b: string): number => {
    let row = Array.from({ length: b.length + 1 }, (_, i) => i);
    for (let i = 1; i <= a.length; i++) {
      const next = [i];
      for (let j = 1; j <= b.length; j++) {
        const change = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
        next.push(Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, change));
      }
      row = next;
    }
    return row[b.length] ?? 0;
  };
  const ranked = commands.map(({ name }) => ({ name, far: distance(word, name) })).sort((a, b) => a.far - b.far);
  return ranked[0] !== undefined && ranked[0].far <= 2 ? ranked[0].name : undefined;
}

function readInvocation(command: Command, args: string[], out: Output): Invocation | 'help' {
  try {
    const options = { ...command.options, help: { type: 'boolean', short: 'h' } } as const;
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true, strict: true });
    return values['help'] === true ? 'help' : { positionals, options: values, out };
  } catch (error) {
    const message = error instanceof Error ? error.message.split('. ')[0] : String(error);
    throw new AppError('bad-usage', `${message}.`, { hint: `See toolscope ${command.name} --help.` });
  }
}

async function run(args: readonly string[], out: Output): Promise<number> {
  // Without a command: the sessions, which is what somebody who just started wants to see.
  const [first = DEFAULT_COMMAND, ...others] = args;
  const isBare = first.startsWith('-') && !OWN_FLAGS.has(first);
  const word = isBare ? DEFAULT_COMMAND : first;
  const rest = isBare ? [...args] : others;
  if (word === '--help' || word === '-h' || word === 'help') {
    const topic = commands.find(({ name }) => name === rest[0]);
    await out.line(topic === undefined ? generalHelp(commands, version(), out) : commandHelp(topic, out));
    return 0;
  }
  if (word === '--version' || word === '-V') {
    await out.line(version());
    return 0;
  }
  const command = commands.find(({ name }) => name === word);
  if (command === undefined) {
    const near = nearest(word);
    const hint = near === undefined ? 'See toolscope --help.' : `Did you mean ${near}?`;
    throw new AppError('bad-usage', `There is no command ${out.safe(word)}.`, { hint });
  }
  const invocation = readInvocation(command, rest, out);
  if (invocation === 'help') {
    await out.line(commandHelp(command, out));
    return 0;
  }
  return command.run(invocation);
}

async function main(): Promise<void> {
  const out = openOutput(process.stdout, process.stderr);
  try {
    process.exitCode = await run(process.argv.slice(2), out);
  } catch (error) {
    if (error instanceof PipeClosed) return;
    out.note(`toolscope: ${explain(error)}`);
    process.exitCode = exitStatus(error);
  }
}

await main();
