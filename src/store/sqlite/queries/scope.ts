// The scope of a question, for queries that are SQLite's own.

import type { Database } from '../../../sqlite/database.ts';
import { coversAll as coversSteps, scopeOf as scopeSteps, underPlaces as under } from '../../sql/places.ts';
import { takeSteps } from '../index/take-steps.ts';
import { type BoundCondition, boundTo, SQLITE_DIALECT } from './engine.ts';

/** Whether every indexed log is at or below the places. */
export function coversAll(database: Database, places: readonly string[]): boolean {
  return takeSteps(database, coversSteps(SQLITE_DIALECT, places));
}

/** Sessions with a file at or below one of the places; `key` is the column that holds the session. */
export function scopeOf(database: Database, places: readonly string[], key: string): BoundCondition {
  return boundTo(takeSteps(database, scopeSteps(SQLITE_DIALECT, places, key)));
}

/** The same without checking whether these are all. */
export function underPlaces(places: readonly string[], key: string): BoundCondition {
  return boundTo(under(SQLITE_DIALECT, places, key));
}
