// Standard Webhooks signatures: v1 (HMAC-SHA256) and v1a (ed25519), with several keys for rotation.

import {
  createHmac,
  createPrivateKey,
  createPublicKey,
  type KeyObject,
  sign as signBytes,
  timingSafeEqual,
  verify as verifyBytes,
} from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { AppError } from '../../base/app-error.ts';

const TOLERANCE_S = 300;

export type WebhookKey =
  | { readonly kind: 'secret'; readonly bytes: Buffer }
  | { readonly kind: 'public'; readonly key: KeyObject }
  | { readonly kind: 'private'; readonly key: KeyObject };

export interface WebhookHeaders {
  readonly id: string;
  readonly timestamp: string;
  readonly signature: string;
}

const PKCS8_ED25519 = Buffer.from('302e020100300506032b657004220420', 'hex');

function decode(text: string, prefix: string): Buffer {
  const bytes = Buffer.from(text.slice(prefix.length), 'base64');
  if (bytes.toString('base64').replace(/=+$/, '') === text.slice(prefix.length).replace(/=+$/, '')) return bytes;
  throw new AppError('bad-usage', `A webhook key that begins with ${prefix} is not base64.`);
}

/** Parses a key: `whsec_…` (shared), `whpk_…` (the sender's public key), `whsk_…` (our private key). */
export function parseWebhookKey(text: string): WebhookKey {
  if (text.startsWith('whsec_')) {
    const bytes = decode(text, 'whsec_');
    if (bytes.length < 24 || bytes.length > 64)
      throw new AppError('bad-usage', 'A whsec_ key must hold between 24 and 64 bytes.');
    return { kind: 'secret', bytes };
  }
  if (text.startsWith('whpk_')) {
    const bytes = decode(text, 'whpk_');
    if (bytes.length !== 32) throw new AppError('bad-usage', 'A whpk_ key must hold 32 bytes.');
    const jwk = { kty: 'OKP', crv: 'Ed25519', x: bytes.toString('base64url') };
    return { kind: 'public', key: createPublicKey({ key: jwk, format: 'jwk' }) };
  }
  if (text.startsWith('whsk_')) {
    // 32 bytes of seed, or the seed followed by its public key.
    const bytes = decode(text, 'whsk_');
    if (bytes.length !== 32 && bytes.length !== 64)
      throw new AppError('bad-usage', 'A whsk_ key must hold 32 or 64 bytes.');
    const der = Buffer.concat([PKCS8_ED25519, bytes.subarray(0, 32)]);
    return { kind: 'private', key: createPrivateKey({ key: der, format: 'der', type: 'pkcs8' }) };
  }
  throw new AppError('bad-usage', 'A webhook key begins with whsec_, whpk_ or whsk_.');
}

function single(value: string | string[] | undefined): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** The three headers; undefined when the request is not signed at all. */
export function webhookHeaders(headers: IncomingHttpHeaders): Partial<WebhookHeaders> {
  const id = single(headers['webhook-id']);
  const timestamp = single(headers['webhook-timestamp']);
  const signature = single(headers['webhook-signature']);
  return {
    ...(id === undefined ? {} : { id }),
    ...(timestamp === undefined ? {} : { timestamp }),
    ...(signature === undefined ? {} : { signature }),
  };
}

function signedContent(id: string, timestamp: string, body: Buffer): Buffer {
  return Buffer.concat([Buffer.from(`${id}.${timestamp}.`), body]);
}

function fits(key: WebhookKey, version: string, signature: Buffer, content: Buffer): boolean {
  if (version === 'v1' && key.kind === 'secret') {
    const expected = createHmac('sha256', key.bytes).update(content).digest();
    return expected.length === signature.length && timingSafeEqual(expected, signature);
  }
  if (version === 'v1a' && key.kind === 'public') {
    return signature.length === 64 && verifyBytes(null, content, key.key, signature);
  }
  return false;
}

const MAX_SIGNATURES = 16;

/** Undefined when one of the signatures matches one of the keys; otherwise what is wrong. */
export function verifyWebhook(
  headers: Partial<WebhookHeaders>,
  body: Buffer,
  keys: readonly WebhookKey[],
  nowMs: number,
): string | undefined {
  const { id, timestamp, signature } = headers;
  if (id === undefined || timestamp === undefined || signature === undefined) return 'unsigned';
  if (id.includes('.') || !/^\d{1,15}$/.test(timestamp)) return 'malformed webhook headers';
  const ageS = nowMs / 1000 - Number(timestamp);
  if (ageS > TOLERANCE_S) return 'too old';
  if (ageS < -TOLERANCE_S) return 'from the future';
  const content = signedContent(id, timestamp, body);
  for (const entry of signature.split(' ').slice(0, MAX_SIGNATURES)) {
    const comma = entry.indexOf(',');
    const bytes = Buffer.from(entry.slice(comma + 1), 'base64');
    if (comma > 0 && keys.some((key) => fits(key, entry.slice(0, comma), bytes, content))) return undefined;
  }
  return 'no signature matches';
}

/** The three headers for our own request, signed with every key that can sign. */
export function signWebhook(id: string, body: Buffer, keys: readonly WebhookKey[], nowMs: number): WebhookHeaders {
  const timestamp = String(Math.floor(nowMs / 1000));
  const content = signedContent(id, timestamp, body);
  const signatures = keys.flatMap((key) => {
    if (key.kind === 'secret') return [`v1,${createHmac('sha256', key.bytes).update(content).digest('base64')}`];
    if (key.kind === 'private') return [`v1a,${signBytes(null, content, key.key).toString('base64')}`];
    return [];
  });
  return { id, timestamp, signature: signatures.join(' ') };
}
