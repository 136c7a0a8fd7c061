// What makes two records the same call: resumed and forked logs copy calls, and rewrite everything else about them.

import { hashText } from '../base/hash.ts';
import type { RequestFact } from './facts.ts';

/**
 * A copy keeps the call's id, its message's id and its input. It does not keep the time (resumes of 1.0.x date all they copy to the
 * moment of the resume) or the record id (the SDK gives new ones). Ids alone prove nothing: gateways number calls from one in every
 * session, and some give all messages one id, so the tool and the input always have to agree.
 */
export function callIdentity(
  callId: string,
  messageId: string | null,
  { tool, fingerprint }: Pick<RequestFact, 'tool' | 'fingerprint'>,
): number {
  return hashText(`${callId}\n${messageId ?? ''}\n${tool}\n${fingerprint}`);
}
