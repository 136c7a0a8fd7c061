// What is never used in records of Qwen Code: copies of a history, snapshots, and what records repeat.

import type { UnreadRecord } from '../format.ts';

export const UNREAD: UnreadRecord = {
  cwd: 'same',
  gitBranch: 'same',
  version: 'same',
  systemPayload: {
    compressedHistory: 'drop',
    history: 'drop',
    outputHistoryItems: 'drop',
    snapshot: 'drop',
    snapshots: 'drop',
    systemInstruction: 'drop',
    tools: 'drop',
  },
};
