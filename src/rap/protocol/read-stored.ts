// Reads a message back from the journal: what an older version let in must never be a reason to stop.

import { parseExactly } from '../../base/json.ts';
import type { CallbackMessage } from './messages.ts';
import { Malformed, parseCallback } from './parse-callback.ts';

/** Undefined when today's rules do not know the message. */
export function readStored(body: string): CallbackMessage | undefined {
  const parsed = parseExactly(body);
  if (!parsed.ok) return undefined;
  try {
    return parseCallback(parsed.value);
  } catch (error) {
    if (error instanceof Malformed) return undefined;
    throw error;
  }
}
