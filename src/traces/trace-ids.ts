// The ids of traces and spans: hashes of what they name, so that a second export gives the same ones.

import { hashText } from '../base/hash.ts';

/** Four bytes each, from hashes with different seeds. */
function hexOf(parts: readonly (string | number)[], words: number): string {
  const text = JSON.stringify(parts);
  let hex = '';
  for (let seed = 1; seed <= words; seed++) {
    hex += (hashText(text, seed) % 4_294_967_296).toString(16).padStart(8, '0');
  }
  // All zeros means "no id".
  return /^0+$/.test(hex) ? hex.replace(/0$/, '1') : hex;
}

export interface SessionName {
  readonly agent: string;
  readonly id: string;
}

/** 16 bytes. */
export function traceIdOf({ agent, id }: SessionName): string {
  return hexOf(['trace', agent, id], 4);
}

/** 8 bytes; `what` names the span inside its session. */
export function spanIdOf({ agent, id }: SessionName, ...what: readonly (string | number)[]): string {
  return hexOf(['span', agent, id, ...what], 2);
}
