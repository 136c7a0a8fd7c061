import { expect, it } from 'vitest';
import { openRedactor } from './open-redactor.ts';
import { redactRecord } from './redact-record.ts';

const redactor = openRedactor({ identity: { users: [], hosts: [] }, settings: undefined });
const token = ['ghp', 'a7Kd93kfLs02mNq8Zx41bVc6Wy5tRe0PuIo2'].join('_');

it('masks texts, and keeps names and what is not there', () => {
  const value = { id: 'a', list: [1, `key ${token} end`, null], more: { ok: true, text: 'plain "quoted" \\ \u00e9' } };
  expect(redactRecord({ ...value, none: undefined }, redactor)).toEqual({
    ...value,
    list: [1, expect.stringMatching(/^key (?:ghp_)?\*+ end$/), null],
  });
});

it('masks numbers, unless they are all ours', () => {
  const strict = openRedactor({
    identity: { users: [], hosts: [] },
    settings: { patterns: [{ id: 'customer', pattern: '\\b77\\d{4}\\b' }] },
  });
  const value = { text: 'for 771234 "quoted" 5', customer: 771234, at: [12, -1.5e3], ok: true };
  expect(redactRecord(value, strict)).toEqual({ ...value, text: 'for ****** "quoted" 5', customer: 111111 });
  expect(redactRecord(value, strict, { keepsNumbers: true })).toMatchObject({ customer: 771234 });
});

it('keeps the shape where a key has no end', () => {
  const open = `-----BEGIN RSA PRIVATE KEY-----\nMIIEow${'Kq7'.repeat(200)}`;
  const value = { before: 'pear', body: open, cuts: [{ by: 1, ms: 2 }], from: 'log', to: 'end', __proto: 1 };
  const safe = redactRecord(value, redactor);
  expect(JSON.stringify(safe)).not.toContain('Kq7Kq7');
  expect(safe).toMatchObject({
    before: 'pear',
    cuts: [{ by: 1, ms: 2 }],
    from: expect.any(String),
    to: expect.any(String),
  });
});

it('masks a secret that is the name of a member, and one that its name gives away', () => {
  const safe = JSON.stringify(redactRecord({ input: { [token]: 1, password: 'pear7Tree4Root9' } }, redactor));
  expect(safe).not.toContain(token.slice(4));
  expect(safe).not.toContain('pear7Tree4Root9');
  expect(safe).toContain('"password":"');
});

it('masks a key whose lines are apart', () => {
  const lines = [
    '-----BEGIN RSA PRIVATE KEY-----',
    'MIIEow7Kd93kfLs02mNq8Zx41bVc6Wy5tRe0PuIo2',
    '-----END RSA PRIVATE KEY-----',
  ];
  expect(JSON.stringify(redactRecord({ hunks: [{ lines }] }, redactor))).not.toContain('kfLs02mNq8Zx41');
});
