// Parses options shared by the subcommands of `toolscope rap`.

import { AppError } from '../../base/app-error.ts';
import { dataFolder } from '../../store/data-folder.ts';
import type { Invocation } from '../command.ts';
import { textOption, textOptions } from '../option-values.ts';

export function wholeNumber(invocation: Invocation, name: string, max: number): number | undefined {
  const value = textOption(invocation, name);
  if (value === undefined) return undefined;
  const number = Number(value);
  if (/^\d+$/.test(value) && number <= max) return number;
  throw new AppError('bad-usage', `--${name} must be a whole number up to ${max}.`);
}

export function dataFolderOf(invocation: Invocation): string {
  return textOption(invocation, 'data') ?? dataFolder();
}

/** Repeatable `name=value`. */
export function pairs(invocation: Invocation, name: string): [string, string][] {
  return textOptions(invocation, name).map((pair) => {
    const at = pair.indexOf('=');
    if (at > 0) return [pair.slice(0, at), pair.slice(at + 1)];
    throw new AppError('bad-usage', `--${name} is written name=value.`);
  });
}
