// How a RAP call came out: the protocol has no error type, so the text's own "Error: " decides, or the runtime's reason if the runtime
// had to answer itself.

import { clip, firstLine } from '../../base/text.ts';
import type { Failure, Verdict } from '../../model/outcome.ts';

const CLIP = 200;

function failure(code: string, blame: Failure['blame'], text: string): Failure {
  return { code, blame, message: clip(firstLine(text.replace(/^Error: /, '')), CLIP) };
}

/** A result that the tool sent. */
export function verdictOf(text: string, isSubscription: boolean): Verdict {
  if (text.startsWith('Error: ') || text === 'Error:')
    return { status: 'error', rule: 'rap:error-text', failure: failure('tool-error', 'tool', text) };
  // The call is over either way: its result has come. Only its subscription continues.
  return { status: 'ok', rule: isSubscription ? 'rap:subscribed' : 'rap:result', failure: null };
}

/** A result that the runtime made, because there will be no other. */
export function syntheticVerdict(reason: string, text: string): Verdict {
  const rule = `rap:${reason}`;
  switch (reason) {
    case 'cancelled':
    case 'closed':
    case 'declined':
      return { status: 'interrupted', rule, failure: failure(reason, 'user', text) };
    case 'deadline':
      return { status: 'error', rule, failure: failure('deadline', 'tool', text) };
    case 'refused':
      return { status: 'error', rule, failure: failure('refused', 'tool', text) };
    case 'unreachable':
      return { status: 'error', rule, failure: failure('unreachable', 'environment', text) };
    default:
      return text.startsWith('Error: ')
        ? { status: 'error', rule, failure: failure('tool-error', 'agent', text) }
        : { status: 'ok', rule, failure: null };
  }
}
