// Reads typed values from a row. A column of another type than in the schema means a damaged store.

import { AppError } from './app-error.ts';

export type RowValue = null | number | bigint | string | Uint8Array;
export type Row = Readonly<Record<string, RowValue>>;

function wrong(row: Row, name: string, wanted: string): AppError {
  const found = row[name] === null ? 'null' : typeof row[name];
  return new AppError('store-unusable', `Column ${name} of Toolscope's data holds ${found} where ${wanted} belongs.`);
}

export function text(row: Row, name: string): string {
  const value = row[name];
  if (typeof value !== 'string') throw wrong(row, name, 'text');
  return value;
}

export function textOrNull(row: Row, name: string): string | null {
  return row[name] === null ? null : text(row, name);
}

export function integer(row: Row, name: string): number {
  const value = row[name];
  if (typeof value !== 'number') throw wrong(row, name, 'a number');
  return value;
}

export function integerOrNull(row: Row, name: string): number | null {
  return row[name] === null ? null : integer(row, name);
}

export function blob(row: Row, name: string): Uint8Array {
  const value = row[name];
  if (!(value instanceof Uint8Array)) throw wrong(row, name, 'bytes');
  return value;
}

export function flag(row: Row, name: string): boolean {
  return integer(row, name) !== 0;
}
