// Tests signatures, with the values of the Standard Webhooks specification.
import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { parseWebhookKey, signWebhook, verifyWebhook } from './standard-webhooks.ts';

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const OTHER = 'whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA';
const BODY = Buffer.from('{"test": 2432232314}');
const NOW = 1_614_265_330_000;

const ed25519 = (() => {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const x = Buffer.from(publicKey.export({ format: 'jwk' }).x ?? '', 'base64url');
  const d = Buffer.from(privateKey.export({ format: 'jwk' }).d ?? '', 'base64url');
  return { whpk: `whpk_${x.toString('base64')}`, whsk: `whsk_${d.toString('base64')}` };
})();

test('the example of the specification', () => {
  const signed = signWebhook('msg_p5jXN8AQM9LWM0D4loKWxJek', BODY, [parseWebhookKey(SECRET)], NOW);
  expect(signed).toEqual({
    id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    timestamp: '1614265330',
    signature: 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  });
  expect(verifyWebhook(signed, BODY, [parseWebhookKey(SECRET)], NOW)).toBeUndefined();
});

describe('verification', () => {
  const keys = [parseWebhookKey(SECRET)];
  const signed = signWebhook('msg_1', BODY, keys, NOW);

  test.each([
    ['299 s old', 299_000, undefined],
    ['301 s old', 301_000, 'too old'],
    ['299 s ahead', -299_000, undefined],
    ['301 s ahead', -301_000, 'from the future'],
  ])('%s', (_, shift, expected) => {
    expect(verifyWebhook(signed, BODY, keys, NOW + shift)).toBe(expected);
  });

  test.each([
    ['another body', signed, Buffer.from('{}'), 'no signature matches'],
    ['another id', { ...signed, id: 'msg_2' }, BODY, 'no signature matches'],
    ['another time', { ...signed, timestamp: '1614265331' }, BODY, 'no signature matches'],
    ['no signature', { id: 'a', timestamp: '1' }, BODY, 'unsigned'],
    ['a dot in the id', { ...signed, id: 'a.b' }, BODY, 'malformed webhook headers'],
    ['a time that is none', { ...signed, timestamp: 'now' }, BODY, 'malformed webhook headers'],
    ['nonsense', { ...signed, signature: 'v1 v1, ,x v9,abc' }, BODY, 'no signature matches'],
    [
      'the right bytes under another version',
      { ...signed, signature: signed.signature.replace('v1,', 'v1a,') },
      BODY,
      'no signature matches',
    ],
  ])('%s', (_, headers, body, expected) => {
    expect(verifyWebhook(headers, body, keys, NOW)).toBe(expected);
  });

  test('keys can be changed on either side', () => {
    const both = [parseWebhookKey(SECRET), parseWebhookKey(OTHER)];
    expect(verifyWebhook(signWebhook('m', BODY, [parseWebhookKey(OTHER)], NOW), BODY, both, NOW)).toBeUndefined();
    expect(verifyWebhook(signWebhook('m', BODY, both, NOW), BODY, [parseWebhookKey(OTHER)], NOW)).toBeUndefined();
    expect(verifyWebhook(signWebhook('m', BODY, keys, NOW), BODY, [parseWebhookKey(OTHER)], NOW)).toBe(
      'no signature matches',
    );
  });

  test('v1a: ed25519', () => {
    const signedByPrivate = signWebhook('m', BODY, [parseWebhookKey(ed25519.whsk)], NOW);
    expect(signedByPrivate.signature).toMatch(/^v1a,/);
    expect(verifyWebhook(signedByPrivate, BODY, [parseWebhookKey(ed25519.whpk)], NOW)).toBeUndefined();
    expect(verifyWebhook(signedByPrivate, Buffer.from('x'), [parseWebhookKey(ed25519.whpk)], NOW)).toBe(
      'no signature matches',
    );
    expect(verifyWebhook(signedByPrivate, BODY, keys, NOW)).toBe('no signature matches');
  });
});

test.each(['whsec_', 'whsec_AAAA', 'whpk_AAAA', 'whsk_AAAA', 'whsec_!!!', 'secret'])('%s is not a key', (text) => {
  expect(() => parseWebhookKey(text)).toThrow();
});
