// Tests that the kept part of a body contains no credential, whole or in part.
import { expect, test } from 'vitest';
import { findSecrets, redact } from './secrets.ts';

const TOKEN = `ghp_${'a1B2'.repeat(9)}`;

test('credentials and secret addresses are blanked', () => {
  const body = JSON.stringify({ auth_url: 'https://login.example/?code=1', text: `token ${TOKEN}` });
  expect(redact(body, 500)).toBe('{"auth_url":"[removed]","text":"token [GitHub token removed]"}');
  expect(findSecrets(body)).toEqual(['GitHub token']);
});

test.each([0, 1, 10, 20, 35])('one that the cut goes through leaves no part of itself (%i)', (shown) => {
  // The address is long: without it, text from after the cut moves before it.
  const address = `"auth_url":"https://x.example/${'y'.repeat(150)}",`;
  const filler = 'z '.repeat(100).slice(0, 200 - address.length - shown);
  const kept = redact(`${address}${filler}${TOKEN} and more`, 100);
  expect(kept).not.toContain('ghp_');
});

test('a short text is kept as it is', () => {
  expect(redact('{"text":"fine"}', 100)).toBe('{"text":"fine"}');
});
