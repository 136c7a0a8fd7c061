// What is never used in Copilot's events, so that it need not be parsed.

import type { UnreadRecord } from '../format.ts';

export const UNREAD: UnreadRecord = {
  data: {
    transformedContent: 'drop',
    attachments: 'drop',
    toolTelemetry: 'drop',
    shellToolInfo: 'drop',
    reasoningOpaque: 'drop',
    encryptedContent: 'drop',
    input: { toolResult: 'drop', transformedPrompt: 'drop', initialPrompt: 'drop' },
    permissionRequest: { diff: 'drop', newFileContents: 'drop', fullCommandText: 'drop', commands: 'drop' },
    promptRequest: { diff: 'drop', newFileContents: 'drop', fullCommandText: 'drop' },
  },
};
