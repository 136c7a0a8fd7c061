// Random secrets, and keys derived from them.

import { createHmac, randomBytes } from 'node:crypto';

/** 192 random bits in 32 characters that need no escaping anywhere. */
export function newSecret(): string {
  return randomBytes(24).toString('base64url');
}

export function isSecret(text: string): boolean {
  return /^[\w-]{32}$/.test(text);
}

/** A key for one purpose. Anyone who has it learns nothing about the secret it was made from. */
export function derive(secret: string, purpose: string): string {
  return createHmac('sha256', secret).update(purpose).digest('base64url').slice(0, 32);
}
