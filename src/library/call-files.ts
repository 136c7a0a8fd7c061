// Lists which files a call changed, while its log is open: for calls that changed several.

import type { ToolCall } from '../model/tool-call.ts';
import { changedFiles } from '../reading/changed-files.ts';
import { BodyReader } from '../sources/body-reader.ts';
import type { LogOpener } from '../sources/files/open-log.ts';
import type { CallFiles } from '../store/session-batch.ts';
import { TOOL_TOUCHES } from '../tools/traits.ts';

/** `paths` are the session's files, by number. */
export function filesOfCalls(calls: readonly ToolCall[], paths: readonly string[], open: LogOpener): CallFiles[] {
  const several = calls.filter(({ toolId, facts }) => (facts.files ?? 1) > 1 && TOOL_TOUCHES.has(toolId));
  if (several.length === 0) return [];
  const reader = new BodyReader(paths, open);
  try {
    return several.flatMap((call) => {
      const files = changedFiles(reader, call);
      return files === undefined ? [] : [{ callId: call.callId, occurrence: call.occurrence, files }];
    });
  } finally {
    reader.close();
  }
}
