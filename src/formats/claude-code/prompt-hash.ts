// The hash of a prompt, which matches a subagent's thread with the call that started it.

import { hashText } from '../../base/hash.ts';

let lastPrompt = '';
let lastHash = hashText('');

/** The last one is cached: every progress record of an agent repeats its prompt, which can be long. */
export function promptHash(prompt: string): number {
  if (prompt !== lastPrompt) {
    lastPrompt = prompt;
    lastHash = hashText(prompt.trim());
  }
  return lastHash;
}
