// The text index in SQLite, for filling it.

import type { Database } from '../../sqlite/database.ts';
import type { SliceStore, TextAddition, TextStore, UncoveredText } from '../text-store.ts';
import { TextTable } from './index/text-table.ts';

export class SqliteTexts implements TextStore {
  readonly #table: TextTable;
  readonly slices: SliceStore;

  constructor(database: Database) {
    this.#table = new TextTable(database);
    this.slices = this.#table.slices;
  }

  async behind(bytes: number, restedBefore: number): Promise<readonly UncoveredText[]> {
    return this.#table.behind(bytes, restedBefore);
  }

  async behindOf(agent: string, session: string): Promise<readonly UncoveredText[]> {
    return this.#table.behindOf(agent, session);
  }

  async put(path: string, addition: TextAddition): Promise<boolean> {
    return this.#table.put(path, addition);
  }

  async oldestHead(bytes: number): Promise<Uint8Array | undefined> {
    return this.#table.oldestHead(bytes);
  }

  async clear(): Promise<void> {
    this.#table.clear();
  }
}
