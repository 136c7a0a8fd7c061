// Parses a command's arguments: options, positionals, and errors for those it does not take.

import { parseArgs } from 'node:util';
import { AppError } from '../base/app-error.ts';
import { suggest } from '../base/suggest.ts';
import type { Command, Invocation } from './command.ts';
import type { Output } from './output.ts';

/** Node names the option in its sentence, with its short form before it: '-n, --limit <value>'. */
const OPTION = /'(?:-\w, )?(--?[^'\s<]+)/;

type Options = Command['options'];

function unknownOption(option: string, known: Options, help: string): AppError {
  const name = option.slice(2);
  const same = Object.keys(known).find((one) => known[one]?.elsewhere === name);
  const near = option.startsWith('--') ? (same ?? suggest(name, Object.keys(known))) : undefined;
  const hint = near === undefined ? help : `Did you mean --${near}?`;
  return new AppError('bad-usage', `There is no option ${option}.`, { hint });
}

function badOption(error: unknown, known: Options, help: string): AppError {
  const words = error instanceof Error ? error.message : String(error);
  const option = OPTION.exec(words)?.[1];
  if (option === undefined) return new AppError('bad-usage', words, { hint: help });
  if (words.startsWith('Unknown option')) return unknownOption(option, known, help);
  if (words.includes('does not take')) return new AppError('bad-usage', `${option} takes no value.`, { hint: help });
  // What follows looks like another option: most likely the value was forgotten.
  const hint = words.includes('ambiguous') ? `Write ${option}=-… for a value that begins with a dash.` : help;
  return new AppError('bad-usage', `${option} needs a value.`, { hint });
}

/** Exclusions in a filter begin like an option: `-tool:Bash`, `-(a OR b)`. */
const EXCLUSION = /^-(?=[a-z_]{2,}:|\()/i;

/** For commands with a filter: exclusions rewritten as NOT, so that they are not taken for options. */
function spelledOut(args: readonly string[], { usage }: Command): string[] {
  return args.map((arg) => (usage.includes('[filter]') ? arg.replace(EXCLUSION, 'NOT ') : arg));
}

export function readInvocation(name: string, command: Command, args: string[], out: Output): Invocation | 'help' {
  const options = { ...command.options, help: { type: 'boolean', short: 'h', help: 'Show this help.' } } as const;
  const help = `See toolscope ${name} --help.`;
  const read = (): ReturnType<typeof parseArgs<{ options: typeof options; allowPositionals: true }>> => {
    try {
      return parseArgs({ args: spelledOut(args, command), options, allowPositionals: true, strict: true });
    } catch (error) {
      throw badOption(error, options, help);
    }
  };
  const { values, positionals } = read();
  if (values['help'] === true) return 'help';
  if (positionals.length > 0 && command.usage === '[options]') {
    const hint = 'root' in command.options ? 'Name a folder of logs with --root.' : help;
    throw new AppError('bad-usage', `${name} takes options only.`, { hint });
  }
  return { positionals, options: values, out };
}
