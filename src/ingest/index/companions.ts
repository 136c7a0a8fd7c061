// Owns the list of what is kept beside the index. Whoever writes the index runs all of them after each commit.

import type { Database } from '../../store/database.ts';
import type { Companion } from './companion.ts';

export interface CompanionSite {
  /** The data folder. */
  readonly folder: string;
  /** The index, open for writing. */
  readonly database: Database;
}

export function openCompanions(_site: CompanionSite): readonly Companion[] {
  return [];
}
