// Owns the list of what is kept beside the index. Whoever writes the index runs all of them after each commit.

import { ArchiveScrub } from '../archive/check-archive.ts';
import { knownLogs } from '../archive/known-logs.ts';
import { lookIntoArchive, openArchive } from '../archive/open-archive.ts';
import type { AppError } from '../base/app-error.ts';
import { TextKeeper } from '../search/text-index-writer.ts';
import type { Database } from '../sqlite/database.ts';
import type { Companion } from '../store/companion.ts';
import { SqliteIndex } from '../store/sqlite-index.ts';
import { RapIndexer } from './rap-indexer.ts';

export interface CompanionSite {
  /** The data folder. */
  readonly folder: string;
  /** The index, open for writing. */
  readonly database: Database;
  /** False: no copies of logs are kept. */
  readonly archive?: boolean;
  /** For companions that hear of news by themselves: asks for their turn. */
  readonly onNews?: () => void;
  /** For companions that find trouble between two turns. */
  readonly onTrouble?: (error: AppError) => void;
}

export function openCompanions(site: CompanionSite): readonly Companion[] {
  const { folder, database, archive = true, onNews, onTrouble } = site;
  const threads = new RapIndexer(new SqliteIndex(database), folder, onNews === undefined ? {} : { onNews });
  // Opened first: it makes the file that the others look into.
  const archiver = archive ? openArchive({ folder, database }) : undefined;
  const copies = lookIntoArchive(folder);
  const texts = new TextKeeper(database, knownLogs(database, copies), { onClose: () => copies?.close() });
  if (archiver === undefined) return [threads, texts];
  return [threads, texts, archiver, new ArchiveScrub(folder, (error) => onTrouble?.(error))];
}
