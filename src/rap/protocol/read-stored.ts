// Reads a message back from the journal: messages accepted by an older version must never be an error.

import { parseExactly } from '../../base/json.ts';
import type { CallbackMessage } from './messages.ts';
import { Malformed, parseCallback } from './parse-callback.ts';

/** Undefined when the message is not valid by today's rules. */
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
