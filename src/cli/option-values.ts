// The values of options and positionals, as commands want them.

import { AppError } from '../base/app-error.ts';
import type { Invocation } from './command.ts';

export function textOption({ options }: Invocation, name: string): string | undefined {
  const value = options[name];
  return typeof value === 'string' ? value : undefined;
}

/** Of an option that may be given several times. */
export function textOptions({ options }: Invocation, name: string): string[] {
  const value = options[name];
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}

/** One of a few values. `refusal` says why another one cannot be used. */
export function choiceOption<Choice extends string>(
  { options, out }: Invocation,
  name: string,
  choices: readonly Choice[],
  refusal: (given: string) => string,
): Choice | undefined {
  const given = options[name];
  const choice = choices.find((one) => one === given);
  if (given === undefined || choice !== undefined) return choice;
  throw new AppError('bad-usage', refusal(out.safe(String(given))), {
    hint: `--${name} is one of ${choices.join(', ')}.`,
  });
}

/** The session that a command is about: the beginning of its id. */
export function oneSession({ positionals }: Invocation, command: string): string {
  const [prefix, ...others] = positionals;
  if (prefix !== undefined && prefix !== '' && others.length === 0) return prefix;
  throw new AppError('bad-usage', `${command} takes one session id, or the beginning of one.`, {
    hint: 'toolscope ls lists sessions.',
  });
}
