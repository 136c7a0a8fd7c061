// What the reader of Claude Code logs never uses: copies of files, signatures, a subagent's messages when they are repeated as
// progress, and state.

import { asArray, asObject, isObject, type JsonObject, memberOf } from '../../base/json.ts';
import type { Unread, UnreadRecord } from '../format.ts';
import { companionOf } from './user.ts';

const MESSAGE: Unread = {
  container: 'drop',
  content: {
    caller: 'drop',
    cache_control: 'drop',
    citations: 'drop',
    content: 'cut',
    is_error: 'false',
    signature: 'drop',
  },
  context_management: 'drop',
  diagnostics: 'drop',
  role: 'drop',
  stop_details: 'drop',
  stop_reason: 'drop',
  stop_sequence: 'drop',
  type: 'drop',
  usage: {
    inference_geo: 'drop',
    iterations: 'drop',
    server_tool_use: 'drop',
    service_tier: 'drop',
    speed: 'drop',
  },
};

/**
 * A quarter of all bytes are copies of files: only whether there was a file before matters. Only the marks of a patch's lines are
 * counted, and the texts of an edit are used only if there is no patch.
 */
const RESULT: Unread = {
  edits: { new_string: 'start', old_string: 'start' },
  gitDiff: { patch: 'start' },
  newString: 'cut',
  oldString: 'cut',
  originalFile: 'start',
  originalFileContents: 'start',
  original_file: 'start',
  structuredPatch: { lines: 'start' },
  updated_file: 'start',
};

export const UNREAD: UnreadRecord = {
  attachment: { addedLines: 'drop', addedNames: 'drop', snippet: 'drop' },
  bridgeSessionId: 'drop',
  cwd: 'same',
  data: { fullOutput: 'drop', message: 'drop', normalizedMessages: 'drop', output: 'drop' },
  effort: 'drop',
  entrypoint: 'same',
  gitBranch: 'same',
  isSidechain: 'false',
  lastPrompt: 'drop',
  message: MESSAGE,
  planContent: 'drop',
  promptId: 'drop',
  sessionId: 'drop',
  session_id: 'drop',
  slug: 'drop',
  snapshot: 'drop',
  thinkingMetadata: 'drop',
  toolUseResult: RESULT,
  tool_use_result: RESULT,
  userType: 'drop',
  version: 'same',
};

/** Whether a companion says what its result's text does, and a patch what its own texts do. */
function isTelling(companion: unknown): boolean {
  if (!isObject(companion) || memberOf(companion, 'interrupted') === true) return false;
  const isEdit = memberOf(companion, 'oldString') !== undefined;
  return !isEdit || (asArray(memberOf(companion, 'structuredPatch')) ?? []).length > 0;
}

/** A result that succeeded, with a companion of its own: the companion says what the text does. */
export function isEnough(record: JsonObject): boolean {
  if (memberOf(record, 'toolDenialKind') !== undefined || !isTelling(companionOf(record))) return false;
  const message = asObject(memberOf(record, 'message'));
  const blocks = message === undefined ? undefined : asArray(memberOf(message, 'content'));
  let results = 0;
  for (const block of blocks ?? []) {
    if (!isObject(block) || memberOf(block, 'type') !== 'tool_result') continue;
    const isError = memberOf(block, 'is_error');
    if (isError === true || isError === 'true') return false;
    results++;
  }
  return results === 1;
}
