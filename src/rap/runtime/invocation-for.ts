// The message that asks a tool to run a call, in wire form.

import { asArray, asString, parseExactly } from '../../base/json.ts';
import type { InvocationWire } from '../protocol/messages.ts';
import type { ThreadRow } from '../store/rap-threads.ts';

/** Group ids of the threads above, root first. */
export function ancestorsOf({ ancestors }: Pick<ThreadRow, 'ancestors'>): string[] {
  const parsed = ancestors === null ? undefined : parseExactly(ancestors);
  const list = parsed?.ok === true ? asArray(parsed.value) : undefined;
  return (list ?? []).flatMap((item) => asString(item) ?? []);
}

export function invocationFor(
  thread: ThreadRow,
  request: {
    readonly operation: string;
    readonly arguments: Readonly<Record<string, unknown>>;
    readonly callId?: string | null;
  },
  id: string,
  callbackUrl: string,
): InvocationWire {
  const ancestors = ancestorsOf(thread);
  return {
    operation: request.operation,
    arguments: request.arguments,
    id,
    call_id: request.callId ?? null,
    callback_url: callbackUrl,
    group_id: thread.groupId,
    ...(ancestors.length === 0 ? {} : { thread_ancestors: ancestors }),
    ...(thread.userId === null ? {} : { user_id: thread.userId }),
  };
}
