// The user's settings: settings.json in Toolscope's data folder. Read and checked in one place, for the command line, the index and the
// settings page; written whole, and keys of other versions are kept.

import { chmodSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { AppError } from '../base/app-error.ts';
import { asObject, type JsonObject, parseJson } from '../base/json.ts';

/** US dollars per million tokens. A name that ends with a star matches all models that begin so. */
export interface ModelPrice {
  readonly input: number;
  readonly output: number;
  readonly cacheRead?: number;
  readonly cacheWrite?: number;
  readonly cacheWriteLong?: number;
  /** Size of its context window in tokens. */
  readonly window?: number;
}

export interface Settings {
  readonly prices?: Readonly<Record<string, ModelPrice>>;
  /** False: no copies of logs are kept. */
  readonly archive?: boolean;
}

/** What is wrong, and where: `prices.my-model.input`. */
export interface SettingProblem {
  readonly at: string;
  readonly message: string;
}

const NEEDED = ['input', 'output'] as const;
const PRICE_KEYS = [...NEEDED, 'cacheRead', 'cacheWrite', 'cacheWriteLong', 'window'] as const;

function priceProblems(at: string, value: unknown): SettingProblem[] {
  const given = asObject(value);
  if (given === undefined) return [{ at, message: 'must be an object with input and output' }];
  return PRICE_KEYS.flatMap((key): SettingProblem[] => {
    const price = given[key];
    if (price === undefined) {
      return NEEDED.some((needed) => needed === key) ? [{ at: `${at}.${key}`, message: 'is missing' }] : [];
    }
    const isPrice = typeof price === 'number' && Number.isFinite(price) && price >= 0;
    return isPrice ? [] : [{ at: `${at}.${key}`, message: 'must be a number, 0 or more' }];
  });
}

function pricesProblems(value: unknown): SettingProblem[] {
  const given = asObject(value);
  if (given === undefined) return [{ at: 'prices', message: 'must be an object of models' }];
  return Object.entries(given).flatMap(([model, price]) =>
    model.trim() === '' ? [{ at: 'prices', message: 'a model needs a name' }] : priceProblems(`prices.${model}`, price),
  );
}

/** One check per known key; others are not checked. */
const CHECKS: Readonly<Record<keyof Settings, (value: unknown) => SettingProblem[]>> = {
  prices: pricesProblems,
  archive: (value) => (typeof value === 'boolean' ? [] : [{ at: 'archive', message: 'must be true or false' }]),
};

export function isSettingKey(key: string): key is keyof Settings {
  return Object.hasOwn(CHECKS, key);
}

/** Everything that is wrong with settings; empty if they are valid. */
export function settingProblems(value: unknown): SettingProblem[] {
  const given = asObject(value);
  if (given === undefined) return [{ at: '', message: 'must be a JSON object' }];
  return Object.entries(given).flatMap(([key, item]) => (isSettingKey(key) ? CHECKS[key](item) : []));
}

/** The valid settings, without the others. */
export function usableSettings(value: JsonObject): Settings {
  const prices = Object.entries(asObject(value['prices']) ?? {}).filter(
    (entry): entry is [string, ModelPrice] => priceProblems('', entry[1]).length === 0,
  );
  const { archive } = value;
  return { prices: Object.fromEntries(prices), ...(typeof archive === 'boolean' ? { archive } : {}) };
}

export interface FoundSettings {
  readonly path: string;
  /** As in the file, with unknown keys. Empty if there is no file. */
  readonly value: JsonObject;
  readonly problems: readonly SettingProblem[];
}

/** Whether there is such a file, as far as can be seen: in a folder that cannot be read there is none for us. */
function isThere(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch {
    return false;
  }
}

export function settingsPath(folder: string): string {
  return join(folder, 'settings.json');
}

/** Invalid settings are reported, and never stop anything. */
export function readSettings(folder: string): FoundSettings {
  const path = settingsPath(folder);
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch {
    const problems = isThere(path) ? [{ at: '', message: 'cannot be read' }] : [];
    return { path, value: {}, problems };
  }
  const parsed = parseJson(text);
  const value = parsed.ok ? asObject(parsed.value) : undefined;
  if (value === undefined) return { path, value: {}, problems: [{ at: '', message: 'is not a JSON object' }] };
  return { path, value, problems: settingProblems(value) };
}

function refuse(path: string, problems: readonly SettingProblem[]): AppError {
  const told = problems.map(({ at, message }) => `${at === '' ? path : at} ${message}`);
  return new AppError('bad-usage', `The settings cannot be used: ${told.join('; ')}.`);
}

/** Null removes a key. Keys that are not named stay, and so do unknown ones. */
export type SettingsChange = { readonly [Key in keyof Settings]?: unknown };

/** Replaces the file as a whole, so that a reader never sees half of it. A file that is not JSON is not overwritten. */
export function changeSettings(folder: string, change: SettingsChange): FoundSettings {
  const found = readSettings(folder);
  const unreadable = found.problems.filter(({ at }) => at === '');
  if (unreadable.length > 0) throw refuse(found.path, unreadable);
  const next: Record<string, unknown> = { ...found.value };
  for (const [key, value] of Object.entries(change)) {
    if (value === undefined) continue;
    if (value === null) delete next[key];
    else next[key] = value;
  }
  const problems = settingProblems(next);
  if (problems.length > 0) throw refuse(found.path, problems);
  const written = `${found.path}.${process.pid}.new`;
  try {
    writeFileSync(written, `${JSON.stringify(next, null, 2)}\n`, { mode: 0o600 });
    chmodSync(written, 0o600);
    renameSync(written, found.path);
  } catch (error) {
    rmSync(written, { force: true });
    throw new AppError('store-unusable', `${found.path} cannot be written.`, { cause: error });
  }
  return readSettings(folder);
}
