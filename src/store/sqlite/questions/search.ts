// Answers the questions of the text search from SQLite.

import type { Database } from '../../../sqlite/database.ts';
import type { SearchQuestions } from '../../questions/search.ts';
import { TextTable } from '../index/text-table.ts';
import { SearchableLogs } from '../queries/searchable-logs.ts';

export function sqliteSearch(database: Database): SearchQuestions {
  const logs = new SearchableLogs(database);
  const texts = new TextTable(database);
  return {
    logs: async (places) => logs.newestFirst(places),
    textChunks: async (wanted) => new Map(wanted.map((log) => [log, texts.chunksOf(log)])),
    textSlices: async (groups, rows) => texts.slices.rowsOf(groups, rows),
    session: async (session) => logs.session(session),
    hasCall: async (session, filter, families) => logs.callsThatFit(filter, families).has(session),
    callIds: async (session, filter, families) => logs.callsThatFit(filter, families).ids(session),
    callLines: async (session, filter, families) => logs.callsThatFit(filter, families).lines(session),
    calls: async (session, callId) => logs.calls(session, callId),
  };
}
