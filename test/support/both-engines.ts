// Which tests of stores run on PostgreSQL too, and which do not, with the reason.

/** Every test below these folders runs on both engines, unless it is named below. */
export const ON_BOTH_ENGINES = ['test/index', 'test/search', 'test/server', 'test/property'];

/** Named as in the folders above. */
export const ON_SQLITE_ALONE: Readonly<Record<string, string>> = {
  'test/index/call-numbers.test.ts':
    'its columns of numbers; same-rows.test.ts compares the facts of PostgreSQL with them',
  'test/index/damaged-while-followed.test.ts': 'the file of the index is damaged',
  'test/index/filters-in-columns.test.ts': 'its own queries, below the contract',
  'test/index/forgotten-readings.test.ts': 'asks no index',
  'test/index/index-file.test.ts': 'about that file',
  'test/index/many-copies.test.ts': 'counts the rows that its own statements walk through',
  'test/index/masked.test.ts': 'its own queries, below the contract',
  'test/index/named-calls.test.ts': 'its own queries, below the contract',
  'test/index/postgres-cut.test.ts': 'brings PostgreSQL itself',
  'test/index/postgres-faults.test.ts': 'brings both engines itself',
  'test/index/postgres-full-disk.test.ts': 'brings PostgreSQL itself',
  'test/index/postgres-machines.test.ts': 'brings both engines itself',
  'test/index/postgres-replicas.test.ts': 'brings PostgreSQL itself',
  'test/index/postgres-versions.test.ts': 'brings PostgreSQL itself',
  'test/index/questions.test.ts': 'its own queries; test/questions asks the same of both',
  'test/index/real-failures.test.ts': 'a folder that cannot be written to, and its disk',
  'test/index/same-rows.test.ts': 'brings both engines itself',
  'test/index/stats.test.ts': 'its own queries; test/questions asks the same of both',
  'test/server/damaged-index.test.ts': 'the file of the index is damaged',
  'test/server/demo.test.ts': 'asks no index',
  'test/server/guards.test.ts': 'about requests, not answers',
  'test/server/question-steps.test.ts': 'a question to a server is ended by the server',
  'test/server/rap-desk.test.ts': 'about requests, not answers',
  'test/server/safety.test.ts': 'about requests, not answers',
  'test/server/sign-in.test.ts': 'about requests, not answers',
  'test/server/slow-readers.test.ts': 'about requests, not answers',
  'test/search/cover-log.test.ts': 'asks no index',
  'test/search/no-false-negatives.test.ts': 'asks no index',
  'test/search/scanned-filters.test.ts': 'asks no index',
  'test/search/whole-logs.test.ts': 'asks no index',
  'test/property/any-order.test.ts': 'asks no index',
  'test/property/incremental.test.ts': 'asks no index',
  'test/property/scan.test.ts': 'asks no index',
};
