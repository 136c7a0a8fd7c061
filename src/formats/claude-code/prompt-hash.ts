// The hash of a prompt, by which a subagent's thread and the call that started it find each other.

import { hashText } from '../../base/hash.ts';

let lastPrompt = '';
let lastHash = hashText('');

/** The last one is remembered: every word of an agent's progress repeats its prompt, which can be long. */
export function promptHash(prompt: string): number {
  if (prompt !== lastPrompt) {
    lastPrompt = prompt;
    lastHash = hashText(prompt.trim());
  }
  return lastHash;
}
