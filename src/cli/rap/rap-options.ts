// Parses options shared by the subcommands of `toolscope rap`.

import { AppError } from '../../base/app-error.ts';
import { dataFolder } from '../../store/data-folder.ts';
import type { Invocation } from '../command.ts';

export function text({ options }: Invocation, name: string): string | undefined {
  const value = options[name];
  return typeof value === 'string' ? value : undefined;
}

export function texts({ options }: Invocation, name: string): string[] {
  const value = options[name];
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}

export function wholeNumber(invocation: Invocation, name: string, max: number): number | undefined {
  const value = text(invocation, name);
  if (value === undefined) return undefined;
  const number = Number(value);
  if (/^\d+$/.test(value) && number <= max) return number;
  throw new AppError('bad-usage', `--${name} must be a whole number up to ${max}.`);
}

export function dataFolderOf(invocation: Invocation): string {
  return text(invocation, 'data') ?? dataFolder();
}

/** Repeatable `name=value`. */
export function pairs(invocation: Invocation, name: string): [string, string][] {
  return texts(invocation, name).map((pair) => {
    const at = pair.indexOf('=');
    if (at > 0) return [pair.slice(0, at), pair.slice(at + 1)];
    throw new AppError('bad-usage', `--${name} is written name=value.`);
  });
}

/** Resolves on a stop signal. */
export function untilStopped(): Promise<void> {
  return new Promise((resolve) => {
    const stop = (): void => {
      process.off('SIGINT', stop);
      process.off('SIGTERM', stop);
      resolve();
    };
    process.on('SIGINT', stop);
    process.on('SIGTERM', stop);
  });
}
