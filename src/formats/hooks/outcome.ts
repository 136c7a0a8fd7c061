// A call's outcome as far as a hook knows it: used until the log, which is more precise, has the result.

import { asName, asObject, type JsonObject } from '../../base/json.ts';
import { clip, firstLine } from '../../base/text.ts';
import type { BackgroundHandle, HeardStage } from '../../model/observation.ts';
import type { Verdict } from '../../model/outcome.ts';

const MESSAGE_MAX = 240;

/** Work that continues after its placeholder result. */
export function backgroundOf(response: unknown): BackgroundHandle | null {
  const result = asObject(response);
  if (result === undefined) return null;
  const shell = asName(result['backgroundTaskId']);
  if (shell !== undefined) return { kind: 'shell', taskId: shell };
  if (result['status'] === 'async_launched') return { kind: 'agent', taskId: asName(result['agentId']) ?? null };
  return result['detachedToolCall'] === true ? { kind: 'detached', taskId: null } : null;
}

function messageOf(value: unknown): string {
  return clip(firstLine(asName(value) ?? ''), MESSAGE_MAX);
}

export function verdictOf(
  stage: HeardStage,
  event: string,
  input: JsonObject,
  background: BackgroundHandle | null,
): Verdict | null {
  const rule = `hook:${event}`;
  switch (stage) {
    case 'after':
      return { status: background === null ? 'ok' : 'background', rule, failure: null };
    case 'failed': {
      const message = messageOf(input['error']);
      if (input['is_interrupt'] === true) {
        return { status: 'interrupted', rule, failure: { code: 'interrupted', blame: 'user', message } };
      }
      return { status: 'error', rule, failure: { code: 'tool-failed', blame: 'unknown', message } };
    }
    case 'denied': {
      const message = messageOf(input['reason']);
      return { status: 'denied', rule, failure: { code: 'auto-mode', blame: 'policy', message } };
    }
    default:
      return null;
  }
}
