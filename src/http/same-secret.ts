// Comparison of secrets in constant time.

import { createHash, timingSafeEqual } from 'node:crypto';

export function sameSecret(a: string, b: string): boolean {
  const hash = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(hash(a), hash(b));
}
