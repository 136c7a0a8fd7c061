// Options shared by commands about the library. Loads nothing else, so that help and completion are fast.

import { AppError } from '../base/app-error.ts';
import type { Invocation, OptionSpec } from './command.ts';

/** For every command that reads logs. */
export const MAX_LINE_OPTION = {
  type: 'string',
  value: 'size',
  help: 'Pass over lines longer than this, as a problem (default 32MB).',
} as const satisfies OptionSpec;

/** Parses "32MB", "500k" or "1000" to bytes. */
export function bytesFrom(given: string): number {
  const [, digits = '', unit = ''] = /^(\d{1,15})\s*([kmg]?)b?$/i.exec(given.trim()) ?? [];
  const bytes = Number(digits) * ({ k: 1024, m: 1024 ** 2, g: 1024 ** 3 }[unit.toLowerCase()] ?? 1);
  if (digits === '') throw new AppError('bad-usage', '--max-line takes a size.', { hint: 'For example: 64MB' });
  return bytes;
}

/** Where the index is. */
export const STORE_OPTIONS = {
  store: {
    type: 'string',
    value: 'address',
    isShared: true,
    help: 'Use a shared index in PostgreSQL: postgres://user@host/database (default: the data folder).',
  },
  blocks: {
    type: 'string',
    value: 'place',
    isShared: true,
    help: 'Where a shared index keeps the logs themselves: s3://bucket/prefix, "none", or "table" (default).',
  },
  'allow-secrets': {
    type: 'boolean',
    isShared: true,
    help: 'Store logs unmasked on another machine, including any secrets in them.',
  },
} as const satisfies Record<string, OptionSpec>;

/** Options of every command that queries the index. */
export const LIBRARY_OPTIONS = {
  json: { type: 'boolean', help: 'One JSON object per line.' },
  root: {
    type: 'string',
    multiple: true,
    value: 'path',
    isShared: true,
    help: "Look here instead of in the agents' own folders. Repeatable. Hook reports about these sessions still count.",
  },
  'no-archive': { type: 'boolean', isShared: true, help: 'Add no copies of logs to the archive.' },
  ...STORE_OPTIONS,
  'max-line': { ...MAX_LINE_OPTION, isShared: true },
} as const satisfies Record<string, OptionSpec>;

/** Of commands about a session, or narrowed to one. */
export function sessionOption(what: string): OptionSpec {
  return { type: 'string', short: 's', value: 'id', help: `${what}; the beginning of its id is enough.` };
}

/** Of commands that write a session for others: secrets are masked, so it needs no option of the store for them. */
const { json: _, 'allow-secrets': _stored, ...OF_LIBRARY } = LIBRARY_OPTIONS;
export const GIVEN_AWAY_OPTIONS = {
  output: { type: 'string', short: 'o', value: 'file', help: 'Write to a new file, not to standard output.' },
  'allow-secrets': {
    type: 'boolean',
    help: 'Mask nothing: write secrets and personal names as they are in the log.',
  },
  ...OF_LIBRARY,
} as const satisfies Record<string, OptionSpec>;

export const YES_OPTION = { type: 'boolean', short: 'y', help: 'Do not ask for confirmation.' } as const;

export const AGENT_OPTION = {
  type: 'string',
  multiple: true,
  value: 'name',
  help: 'claude-code or codex; by default, every agent in use.',
} as const;

export const LIMIT_OPTION = { type: 'string', value: 'n', help: 'Maximum number to show; 0 for all.' } as const;

/** `usual`: the default. */
export function limitOption(usual: number): OptionSpec {
  return { type: 'string', short: 'n', value: 'n', help: `Maximum number to show (default ${usual}); 0 for all.` };
}

/** Infinity for 0. */
export function limitFrom({ options }: Invocation, usual: number): number {
  const given = options['limit'];
  if (given === undefined) return usual;
  const limit = Number(given);
  if (typeof given !== 'string' || !Number.isInteger(limit) || limit < 0 || given.trim() === '') {
    throw new AppError('bad-usage', '--limit takes a whole number.', { hint: '0 means all.' });
  }
  return limit === 0 ? Number.POSITIVE_INFINITY : limit;
}
