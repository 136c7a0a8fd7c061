// Owns the list of what is kept beside the index. Whoever writes the index runs all of them after each commit.

import type { Database } from '../../store/database.ts';
import { SqliteIndex } from '../../store/index/sqlite-index.ts';
import { RapIndexer } from '../rap/rap-indexer.ts';
import type { Companion } from './companion.ts';

export interface CompanionSite {
  /** The data folder. */
  readonly folder: string;
  /** The index, open for writing. */
  readonly database: Database;
  /** For companions that hear of news by themselves: asks for their turn. */
  readonly onNews?: () => void;
}

export function openCompanions({ folder, database, onNews }: CompanionSite): readonly Companion[] {
  return [new RapIndexer(new SqliteIndex(database), folder, onNews === undefined ? {} : { onNews })];
}
