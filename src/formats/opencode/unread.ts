// What is never used in records of OpenCode, so that it need not be parsed.

import type { UnreadRecord } from '../format.ts';

export const UNREAD: UnreadRecord = {
  info: { summary: { diffs: 'drop' }, path: 'drop', system: 'drop', tools: 'drop' },
  // What providers want back with the next request.
  part: { metadata: 'drop', snapshot: 'drop', source: 'drop', url: 'drop' },
};
