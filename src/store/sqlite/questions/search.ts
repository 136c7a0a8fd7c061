// Answers the questions of the text search from SQLite.

import type { Filter } from '../../../model/filter/filter.ts';
import type { ToolCall } from '../../../model/tool-call.ts';
import type { Database } from '../../../sqlite/database.ts';
import type { Families } from '../../questions/call-question.ts';
import type {
  LinePlace,
  SearchableLog,
  SearchedSession,
  SearchQuestions,
  TextChunk,
  TextSlice,
} from '../../questions/search.ts';
import { TextTable } from '../index/text-table.ts';
import { SearchableLogs } from '../queries/searchable-logs.ts';

export class SqliteSearch implements SearchQuestions {
  readonly #logs: SearchableLogs;
  readonly #texts: TextTable;

  constructor(database: Database) {
    this.#logs = new SearchableLogs(database);
    this.#texts = new TextTable(database);
  }

  async logs(places: readonly string[]): Promise<readonly SearchableLog[]> {
    return this.#logs.newestFirst(places);
  }

  async textChunks(logs: readonly number[]): Promise<ReadonlyMap<number, readonly TextChunk[]>> {
    return new Map(logs.map((log) => [log, this.#texts.chunksOf(log)]));
  }

  async textSlices(groups: readonly number[], rows: readonly number[]): Promise<readonly TextSlice[]> {
    return this.#texts.slices.rowsOf(groups, rows);
  }

  async session(session: number): Promise<SearchedSession | undefined> {
    return this.#logs.session(session);
  }

  async hasCall(session: number, filter: Filter, families: Families): Promise<boolean> {
    return this.#logs.callsThatFit(filter, families).has(session);
  }

  async callIds(session: number, filter: Filter, families: Families): Promise<ReadonlySet<string>> {
    return this.#logs.callsThatFit(filter, families).ids(session);
  }

  async callLines(
    session: number,
    filter: Filter,
    families: Families,
  ): Promise<ReadonlyMap<string, readonly LinePlace[]>> {
    return this.#logs.callsThatFit(filter, families).lines(session);
  }

  async calls(session: number, callId: string): Promise<readonly ToolCall[]> {
    return this.#logs.calls(session, callId);
  }
}
