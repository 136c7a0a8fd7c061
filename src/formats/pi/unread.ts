// What is never used in entries of pi, so that it need not be parsed: what providers need back with the next request.

import type { UnreadRecord } from '../format.ts';

export const UNREAD: UnreadRecord = {
  message: { content: { textSignature: 'drop', thinkingSignature: 'drop', thoughtSignature: 'drop' } },
};
