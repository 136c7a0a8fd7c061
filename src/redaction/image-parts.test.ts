// Tests that a secret in an image is found whatever stands next to it: the bytes of lengths and check sums may be letters.

import { expect, it } from 'vitest';
import { leftOf, plantedSecrets } from '../../test/support/planted-secrets.ts';
import { openRedactor } from './open-redactor.ts';

const KEYS = plantedSecrets().filter(({ kind }) => ['aws id', 'groq', 'sendgrid', 'npm'].includes(kind));

function bytesOf(length: number, size: number): Buffer {
  const bytes = Buffer.alloc(size);
  bytes.writeUIntBE(length, 0, size);
  return bytes;
}

/** The check sum is made of letters. */
function pngWith(comment: string): Buffer {
  const text = Buffer.from(`tEXtComment\0${comment}`, 'latin1');
  const head = Buffer.from('89504e470d0a1a0a0000000d4948445200000001000000010802000000907753de', 'hex');
  return Buffer.concat([head, bytesOf(text.length - 4, 4), text, Buffer.from('A7zQ'), Buffer.alloc(40)]);
}

/** The last byte of the length of the comment is a letter. */
function jpegWith(comment: string): Buffer {
  const text = Buffer.from(comment.padEnd(0x6e - 2, ' '), 'latin1');
  return Buffer.concat([Buffer.from('ffd8fffe', 'hex'), bytesOf(0x6e, 2), text, Buffer.from('ffda0008', 'hex')]);
}

function gifWith(comment: string): Buffer {
  const text = Buffer.from(comment.padEnd(0x6e, ' '), 'latin1');
  return Buffer.concat([Buffer.from('GIF89a'), Buffer.alloc(7), Buffer.from('21fe6e', 'hex'), text, Buffer.alloc(2)]);
}

it.each([
  ['PNG', pngWith],
  ['JPEG', jpegWith],
  ['GIF', gifWith],
  ['PNG, cut', (comment: string) => pngWith(comment).subarray(0, -40)],
])('in a %s', (_, imageWith) => {
  const redactor = openRedactor({ identity: { users: [], hosts: [] }, settings: {} });
  for (const planted of KEYS) {
    const text = imageWith(planted.phrase).toString('base64');
    const masked = redactor.redactText(text);
    expect(masked.length).toBe(text.length);
    expect(leftOf(planted, Buffer.from(masked.replaceAll('*', 'A'), 'base64').toString('latin1'))).toEqual([]);
  }
});
