// Sends a call that was registered earlier, with a new address: only a hash of the first one was stored.

import { asObject, parseExactly } from '../../base/json.ts';
import type { CallRow } from '../store/rap-calls.ts';
import { mintCapability } from './capability.ts';
import { invocationFor } from './invocation-for.ts';
import type { RuntimeParts } from './runtime-parts.ts';

function argumentsOf({ store }: RuntimeParts, { requestSeq }: CallRow): Readonly<Record<string, unknown>> {
  const parsed = parseExactly(store.journal.bySeq(requestSeq)?.body ?? '');
  return (parsed.ok ? asObject(asObject(parsed.value)?.['arguments']) : undefined) ?? {};
}

export async function sendStored(parts: RuntimeParts, call: CallRow): Promise<void> {
  const { store } = parts;
  const thread = store.threads.find(call.groupId);
  if (thread === undefined || call.endpoint === null) return;
  const { token, selector, secretHash } = mintCapability();
  await store.commit.run(() => store.calls.insertAddress(call.call, selector, secretHash));
  const request = { operation: call.operation, arguments: argumentsOf(parts, call), callId: call.callId };
  const invocation = invocationFor(thread, request, call.id, parts.callbackUrl(token));
  parts.invoker.send({ call: call.call, endpoint: call.endpoint, invocation, repeatable: call.repeatable });
}
