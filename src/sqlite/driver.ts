// The choice of SQLite driver: Node's own if there is one, a package with the same API on Node 20. No other file imports a driver.

import { createRequire } from 'node:module';
import { AppError } from '../base/app-error.ts';

export type SqlValue = null | number | bigint | string | Uint8Array;

export interface DriverStatement {
  run(...values: readonly SqlValue[]): { changes: number | bigint; lastInsertRowid: number | bigint };
  get(...values: readonly SqlValue[]): unknown;
  all(...values: readonly SqlValue[]): unknown[];
  iterate(...values: readonly SqlValue[]): IterableIterator<unknown>;
  /** Node's own driver has these two from 22.16 on. */
  columns?(): readonly { readonly name: string }[];
  setReturnArrays?(enabled: boolean): void;
}

export interface DriverDatabase {
  exec(sql: string): void;
  prepare(sql: string): DriverStatement;
  close(): void;
  /** Limits of one connection. Newer drivers only. */
  readonly limits?: { length: number };
}

export interface Driver {
  readonly DatabaseSync: new (path: string, options: { readOnly: boolean }) => DriverDatabase;
}

function isDriver(module: unknown): module is Driver {
  return (
    typeof module === 'object' &&
    module !== null &&
    'DatabaseSync' in module &&
    typeof module.DatabaseSync === 'function'
  );
}

/** Runs without the warning that SQLite is experimental: it is useless to those who would see it. */
function quietly<T>(work: () => T): T {
  const original = process.emitWarning;
  process.emitWarning = (warning: string | Error, ...rest: never[]): void => {
    if (!String(warning).includes('SQLite')) Reflect.apply(original, process, [warning, ...rest]);
  };
  try {
    return work();
  } finally {
    process.emitWarning = original;
  }
}

/** Node's own driver is read-only capable and stable in its API from 22.13 on. */
function hasOwnDriver(): boolean {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  return major > 22 || (major === 22 && minor >= 13);
}

/** The module that is, or would be, loaded. */
export function driverName(): 'node:sqlite' | '@photostructure/sqlite' {
  return hasOwnDriver() ? 'node:sqlite' : '@photostructure/sqlite';
}

let loaded: Driver | undefined;

export function loadDriver(): Driver {
  if (loaded !== undefined) return loaded;
  const require = createRequire(import.meta.url);
  const name = driverName();
  let module: unknown;
  try {
    module = name === 'node:sqlite' ? quietly(() => require('node:sqlite')) : require('@photostructure/sqlite');
  } catch (error) {
    throw new AppError('store-unusable', `The SQLite driver ${name} cannot be loaded on this machine.`, {
      hint: 'Use Node.js 22.13 or newer, which includes SQLite.',
      cause: error,
    });
  }
  if (!isDriver(module)) throw new AppError('internal', `The module ${name} is not the SQLite driver it should be.`);
  loaded = module;
  return module;
}
