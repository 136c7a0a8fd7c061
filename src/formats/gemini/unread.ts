// What is never used in chats of Gemini CLI, so that it need not be parsed.

import type { UnreadRecord } from '../format.ts';

export const UNREAD: UnreadRecord = {
  toolCalls: { displayName: 'drop', description: 'drop', renderOutputAsMarkdown: 'drop' },
};
