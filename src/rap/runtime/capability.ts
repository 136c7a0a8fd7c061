// The right to answer a call: a random part of the address, of which only a hash is stored and nothing is ever logged.

import { hash, randomBytes, timingSafeEqual } from 'node:crypto';

/** Finds the row; not secret. */
const SELECTOR_BYTES = 9;
/** 192 bits, which cannot be guessed. */
const SECRET_BYTES = 24;
const SELECTOR_LENGTH = 12;
const TOKEN = /^[A-Za-z0-9_-]{44}$/;

export interface Capability {
  /** Only ever part of the address. */
  readonly token: string;
  readonly selector: string;
  readonly secretHash: Uint8Array;
}

function sha256(text: string): Buffer {
  return hash('sha256', text, 'buffer');
}

export function mintCapability(): Capability {
  // Both lengths are multiples of three, so that the encoded parts can be split.
  const token = randomBytes(SELECTOR_BYTES + SECRET_BYTES).toString('base64url');
  return { token, selector: token.slice(0, SELECTOR_LENGTH), secretHash: sha256(token.slice(SELECTOR_LENGTH)) };
}

/** Used instead of a missing row, so that a wrong guess takes the same path as a wrong secret. */
const NOBODY = { secretHash: new Uint8Array(randomBytes(32)) };

/** The row that the token gives access to, or undefined. */
export function verifyCapability<T extends { readonly secretHash: Uint8Array }>(
  token: string,
  find: (selector: string) => T | undefined,
): T | undefined {
  if (!TOKEN.test(token)) return undefined;
  const found = find(token.slice(0, SELECTOR_LENGTH));
  const isEqual = timingSafeEqual(sha256(token.slice(SELECTOR_LENGTH)), (found ?? NOBODY).secretHash);
  return isEqual ? found : undefined;
}
