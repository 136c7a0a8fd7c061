// Defaults that a command's usage states and its action applies.

/** Rows shown by default. */
export const LIMITS = {
  calls: 50,
  diff: 60,
  doctor: 10,
  errors: 40,
  files: 50,
  ls: 30,
  search: 20,
  secrets: 100,
  sql: 200,
  stats: 40,
  tail: 20,
  trends: 26,
} as const;

/** How long a query may run. */
export const SQL_SECONDS = 30;

/** Groupings of `stats`. */
export const STATS_BY = [
  'tool',
  'name',
  'model',
  'agent',
  'project',
  'day',
  'hook',
  'permission',
  'background',
] as const;
