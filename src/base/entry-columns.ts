// The columns in which a session's entries, calls and messages, go from the index to the screen. Their types are in the contract
// (`api/wire/session`).

/** The columns of a chunk, in order; each is a JSON array of one value per entry. */
export const ENTRY_COLUMNS = [
  'kind',
  'source',
  'offset',
  'pointer',
  'thread',
  'at',
  'text',
  'size',
  'model',
  'key',
  'callId',
  'occurrence',
  'tool',
  'toolId',
  'status',
  'code',
  'blame',
  'endedAt',
  'ms',
  'basis',
  'bound',
  'waitMs',
  'hookMs',
  'turn',
  'group',
  'parentCall',
  'startedThread',
  'background',
  'tokens',
  'path',
  'flags',
  'masked',
] as const;

export type EntryColumn = (typeof ENTRY_COLUMNS)[number];
