// Which store is used: the SQLite file of the data folder, unless a shared one is configured.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { AppError } from '../base/app-error.ts';
import { asName, asObject, parseJson } from '../base/json.ts';
import { dataFolder } from './data-folder.ts';

/** Visible to threads too. */
const VARIABLE = 'TOOLSCOPE_STORE';
const SECRETS = 'TOOLSCOPE_STORE_SECRETS';
const BLOCKS = 'TOOLSCOPE_BLOCKS';

/** Sets the store for this process and its threads; null for the data folder's own, whatever is configured elsewhere. */
export function useStore(address: string | null): void {
  process.env[VARIABLE] = address ?? 'local';
}

/** Allows unmasked logs in a store on another machine. */
export function allowSecretsInStore(): void {
  process.env[SECRETS] = '1';
}

export function mayStoreSecrets(): boolean {
  return process.env[SECRETS] === '1';
}

/** Sets where the logs themselves are kept, for this process and its threads. */
export function useBlocks(place: string): void {
  process.env[BLOCKS] = place;
}

/**
 * Where a shared store keeps the logs themselves, as `--blocks`, TOOLSCOPE_BLOCKS or settings.json says: in a table, as objects at an
 * address (`s3://bucket/prefix`), or nowhere.
 */
export function blocksPlace(): 'table' | 'none' | `s3://${string}` {
  const named = asName(process.env[BLOCKS]) ?? inSettings('blocks') ?? 'table';
  if (named === 'table' || named === 'none') return named;
  if (isObjectAddress(named)) return named;
  throw new AppError('bad-usage', 'Logs are kept in a "table", by the address of a bucket, or not at all ("none").', {
    hint: 'For example: --blocks s3://bucket/prefix',
  });
}

function isObjectAddress(named: string): named is `s3://${string}` {
  return named.startsWith('s3://');
}

function inSettings(name: 'store' | 'blocks'): string | undefined {
  try {
    const parsed = parseJson(readFileSync(join(dataFolder(), 'settings.json'), 'utf8'));
    return asName(asObject(parsed.ok ? parsed.value : undefined)?.[name]);
  } catch {
    return undefined;
  }
}

/** The address of the shared store, from `--store`, TOOLSCOPE_STORE or settings.json; null when there is none. */
export function sharedStore(): string | null {
  const named = asName(process.env[VARIABLE]) ?? inSettings('store');
  if (named === undefined || named === 'local') return null;
  if (/^postgres(?:ql)?:\/\//i.test(named)) return named;
  throw new AppError('bad-usage', 'A store is named by an address of PostgreSQL.', {
    hint: 'For example: --store postgres://user@host/database; --store local for the data folder.',
  });
}

/** The shared store in a form that may be shown: without the password. Null when there is none. */
export function shownStore(): string | null {
  const address = sharedStore();
  if (address === null) return null;
  try {
    const url = new URL(address);
    url.password = '';
    // Some put the password there; one with a slash in it continues in the path, up to the @.
    url.search = '';
    url.hash = '';
    return url.pathname.includes('@') ? 'postgres://' : url.href;
  } catch {
    return 'postgres://';
  }
}
