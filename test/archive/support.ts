// Shared by the tests of the archive: a library of logs with an index and an archive, as a process would keep them.

import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { ArchivedLog } from '../../src/archive/archived-log.ts';
import { openArchive } from '../../src/archive/open-archive.ts';
import { type ArchiveStore, ArchiveStore as Store } from '../../src/archive/store/archive-store.ts';
import { openArchiveToWrite } from '../../src/archive/store/open-archive.ts';
import { Indexer, type IndexReport } from '../../src/library/indexer.ts';
import { openIndex } from '../../src/store/sqlite/open-index.ts';
import { SqliteIndex } from '../../src/store/sqlite/sqlite-index.ts';
import { ClaudeLog } from '../support/claude-log.ts';
import { storeOver } from '../support/sqlite-database.ts';

export const LONG_AFTER = Date.UTC(2030, 0, 1);
export const SID = '11111111-2222-4333-8444-555555555555';
export const OTHER = '99999999-2222-4333-8444-555555555555';

export function newFolder(): string {
  return mkdtempSync(join(tmpdir(), 'toolscope-archive-'));
}

export function conversation(session: string, calls: number, text = 'go'): string {
  const log = new ClaudeLog(session);
  log.prompt(text);
  for (let i = 0; i < calls; i++) {
    log.call(`toolu_${session.slice(0, 4)}_${i}`, 'Bash', { command: `make step-${i}` });
    log.result(`toolu_${session.slice(0, 4)}_${i}`, 'done', { isError: false });
  }
  return log.text();
}

/** Everything in the archive, as bytes; replaced files have their number after the path. */
export function contents(store: ArchiveStore, place: string): Record<string, string> {
  const all: Record<string, string> = {};
  for (const { file, rawBytes } of store.kept()) {
    const log = new ArchivedLog(store, file);
    const room = Buffer.alloc(file.bytes);
    const read = log.read(room, 0);
    if (read !== rawBytes) throw new Error(`${file.path}: ${read} bytes in a row, ${rawBytes} in blocks`);
    const name = file.path.slice(place.length + 1);
    all[file.replacedAt === null ? name : `${name} replaced`] = room.subarray(0, read).toString();
  }
  return all;
}

export class KeptLibrary {
  readonly place = newFolder();
  readonly folder = newFolder();

  path(name: string): string {
    return join(this.place, name);
  }

  write(name: string, content: string | Uint8Array): this {
    mkdirSync(dirname(this.path(name)), { recursive: true });
    writeFileSync(this.path(name), content);
    return this;
  }

  /** A process that indexes and archives on request. */
  process(): { step(): Promise<IndexReport>; end(): Promise<void> } {
    const store = new SqliteIndex(openIndex(this.folder).database);
    const indexer = new Indexer(store, { now: () => LONG_AFTER });
    const archive = openArchive({ folder: this.folder, store: storeOver(store.database), now: () => LONG_AFTER });
    return {
      step: async () => {
        const report = await indexer.sweep([this.place]);
        await archive.catchUp();
        return report;
      },
      end: async () => {
        await archive.close();
        await indexer.close();
        await store.close();
      },
    };
  }

  /** One run of a process: index, archive, end. */
  async keep(): Promise<IndexReport> {
    const process = this.process();
    const report = await process.step();
    await process.end();
    return report;
  }

  look<Result>(work: (store: ArchiveStore) => Result): Result {
    const store = new Store(openArchiveToWrite(this.folder).database);
    try {
      return work(store);
    } finally {
      store.close();
    }
  }

  contents(): Record<string, string> {
    return this.look((store) => contents(store, this.place));
  }
}
