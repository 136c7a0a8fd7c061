// Tests what counts as base64, and which of it are images.

import { expect, it } from 'vitest';
import { imageType, looksPacked, unpackBytes } from './packed-bytes.ts';

function bytes(...start: number[]): Uint8Array {
  return Uint8Array.from([...start, ...new Array<number>(40).fill(1)]);
}

it.each<[string, Uint8Array, string | undefined]>([
  ['PNG', bytes(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a), 'image/png'],
  ['JPEG', bytes(0xff, 0xd8, 0xff), 'image/jpeg'],
  ['GIF', bytes(...Buffer.from('GIF89a')), 'image/gif'],
  ['WebP', bytes(...Buffer.from('RIFF'), 0, 0, 0, 0, ...Buffer.from('WEBP')), 'image/webp'],
  ['AVIF', bytes(0, 0, 0, 0x1c, ...Buffer.from('ftypavif')), 'image/avif'],
  ['SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>'), undefined],
  ['a page', Buffer.from('<!doctype html><script>1</script>'), undefined],
  ['PDF', Buffer.from('%PDF-1.7'), undefined],
])('%s is what its bytes say', (_, content, type) => {
  expect(imageType(content)).toBe(type);
});

it('unpacks base64 and data URLs, and nothing else', () => {
  const packed = Buffer.from('hello, world').toString('base64');
  expect(Buffer.from(unpackBytes(packed) ?? []).toString()).toBe('hello, world');
  expect(Buffer.from(unpackBytes(`data:image/png;base64,${packed}`) ?? []).toString()).toBe('hello, world');
  expect(unpackBytes('not base64!')).toBeUndefined();
  expect(unpackBytes('')).toBeUndefined();
});

it('takes long runs of base64 letters for packed bytes, but not words', () => {
  const noise = Buffer.from(Array.from({ length: 2000 }, (_, i) => (i * 31 + (i >> 3)) % 256)).toString('base64');
  expect(looksPacked(noise)).toBe(true);
  expect(looksPacked(`data:image/png;base64,${noise}`)).toBe(true);
  expect(looksPacked(noise.slice(0, 500))).toBe(false);
  expect(looksPacked('plain words '.repeat(500))).toBe(false);
  expect(looksPacked('x'.repeat(300_000))).toBe(false);
});
