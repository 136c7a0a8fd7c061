// Owns what the reader of Claude Code logs never looks at: copies of files as they were, signatures, what a subagent said
// when it is told again as progress, and state.

import { asArray, asObject, isObject, type JsonObject } from '../../base/json.ts';
import type { Unread, UnreadRecord } from '../format.ts';

const MESSAGE: Unread = {
  container: 'drop',
  content: { caller: 'drop', cache_control: 'drop', citations: 'drop', content: 'cut', signature: 'drop' },
  context_management: 'drop',
  diagnostics: 'drop',
  role: 'drop',
  stop_details: 'drop',
  stop_reason: 'drop',
  stop_sequence: 'drop',
  type: 'drop',
  usage: {
    cache_creation: 'drop',
    inference_geo: 'drop',
    iterations: 'drop',
    server_tool_use: 'drop',
    service_tier: 'drop',
    speed: 'drop',
  },
};

/** A quarter of all bytes are such copies of files. Whether there was a file before is all that is asked of them. */
const RESULT: Unread = { file: { content: 'start' }, originalFile: 'start', originalFileContents: 'start' };

export const UNREAD: UnreadRecord = {
  attachment: { addedLines: 'drop', addedNames: 'drop', snippet: 'drop', stdout: 'drop' },
  bridgeSessionId: 'drop',
  data: { fullOutput: 'drop', message: 'drop', normalizedMessages: 'drop', output: 'drop' },
  effort: 'drop',
  lastPrompt: 'drop',
  message: MESSAGE,
  planContent: 'drop',
  promptId: 'drop',
  sessionId: 'drop',
  session_id: 'drop',
  slug: 'drop',
  snapshot: 'drop',
  thinkingMetadata: 'drop',
  todos: 'drop',
  toolUseResult: RESULT,
  tool_use_result: RESULT,
  userType: 'drop',
};

/** A result that succeeded, with a companion of its own: the companion says what the text does. */
export function isEnough(record: JsonObject): boolean {
  if (!isObject(record['toolUseResult'] ?? record['tool_use_result']) || 'toolDenialKind' in record) return false;
  let results = 0;
  for (const block of asArray(asObject(record['message'])?.['content']) ?? []) {
    if (!isObject(block) || block['type'] !== 'tool_result') continue;
    const isError = block['is_error'];
    if (isError === true || isError === 'true') return false;
    results++;
  }
  return results === 1;
}
