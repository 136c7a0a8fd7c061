// The right to answer a call: a random address part, of which only a hash is kept and nothing is ever logged.

import { hash, randomBytes, timingSafeEqual } from 'node:crypto';

/** Finds the row; no secret. */
const SELECTOR_BYTES = 9;
/** 192 bits no one can guess. */
const SECRET_BYTES = 24;
const SELECTOR_LENGTH = 12;
const TOKEN = /^[A-Za-z0-9_-]{44}$/;

export interface Capability {
  /** Goes into the address, and nowhere else. */
  readonly token: string;
  readonly selector: string;
  readonly secretHash: Uint8Array;
}

function sha256(text: string): Buffer {
  return hash('sha256', text, 'buffer');
}

export function mintCapability(): Capability {
  // Both lengths are multiples of three, so that the parts of the text are the texts of the parts.
  const token = randomBytes(SELECTOR_BYTES + SECRET_BYTES).toString('base64url');
  return { token, selector: token.slice(0, SELECTOR_LENGTH), secretHash: sha256(token.slice(SELECTOR_LENGTH)) };
}

/** Looked up instead of a row that does not exist, so that a wrong guess takes the same path as a wrong secret. */
const NOBODY = { secretHash: new Uint8Array(randomBytes(32)) };

/** The row the token gives the right to, or undefined. */
export function verifyCapability<T extends { readonly secretHash: Uint8Array }>(
  token: string,
  find: (selector: string) => T | undefined,
): T | undefined {
  if (!TOKEN.test(token)) return undefined;
  const found = find(token.slice(0, SELECTOR_LENGTH));
  const isEqual = timingSafeEqual(sha256(token.slice(SELECTOR_LENGTH)), (found ?? NOBODY).secretHash);
  return isEqual ? found : undefined;
}
