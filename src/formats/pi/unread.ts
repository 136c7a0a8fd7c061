// What is never looked at in entries of pi, so that it need not be parsed: what providers want back with the next request.

import type { UnreadRecord } from '../format.ts';

export const UNREAD: UnreadRecord = {
  message: { content: { textSignature: 'drop', thinkingSignature: 'drop', thoughtSignature: 'drop' } },
};
