// How far a question reaches, for queries that are PostgreSQL's own.

import type { Condition } from '../../sql/condition.ts';
import { scopeOf as scopeSteps } from '../../sql/places.ts';
import type { Statements } from '../database/statement.ts';
import { takeSteps } from '../database/take-steps.ts';
import { POSTGRES_DIALECT } from './engine.ts';

/** Sessions with a file at or below one of the places; `key` is the column that holds the session. */
export function scopeOf(on: Statements, places: readonly string[], key: string): Promise<Condition> {
  return takeSteps(on, scopeSteps(POSTGRES_DIALECT, places, key));
}
