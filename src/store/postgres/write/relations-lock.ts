// What sessions say of each other is noted by one transaction at a time: two that commit at once would not see each other's calls
// and titles. Locked after the rows of sessions, and to the end of the transaction: so no two wait for each other, and marks are
// numbered in the order in which they become visible.

import type { RelationLocks } from '../../sql/relation-locks.ts';
import { ask } from '../../sql/steps.ts';
import type { Transaction } from '../database/connection.ts';

const RELATIONS_LOCK = 7_466_518_002;

/**
 * What follows looks for ids in all weeks: planned once for a connection, not again for every commit, which takes longer than
 * what is planned.
 */
const PLANNED_ONCE = `set_config('plan_cache_mode', 'force_generic_plan', true)`;

const LOCK_RELATIONS = `SELECT pg_advisory_xact_lock(${RELATIONS_LOCK}), ${PLANNED_ONCE}`;

export async function lockRelations(on: Transaction): Promise<void> {
  await on.get(LOCK_RELATIONS);
}

export const RELATION_LOCKS: RelationLocks = { forUpdate: 'FOR UPDATE', lockRelations: () => ask(LOCK_RELATIONS) };
