// Tests that images lose their metadata, and that damaged ones are not shared.

import { expect, it } from 'vitest';
import { GATE_PICTURE } from '../demo/picture.ts';
import { cleanImage } from './clean-image.ts';

const SECRET = 'a key in the metadata';
const GATE = Buffer.from(GATE_PICTURE, 'base64');

function chunk(name: string, text: string): Buffer {
  const size = Buffer.alloc(4);
  size.writeUInt32BE(text.length);
  return Buffer.concat([size, Buffer.from(name + text, 'latin1'), Buffer.alloc(4)]);
}

function segment(marker: number, content: Buffer): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(content.length + 2, 2);
  return Buffer.concat([head, content]);
}

function riff(...chunks: readonly (readonly [string, Buffer])[]): Buffer {
  const parts = chunks.map(([name, content]) => {
    const head = Buffer.from(`${name}\0\0\0\0`, 'latin1');
    head.writeUInt32LE(content.length, 4);
    return Buffer.concat([head, content, Buffer.alloc(content.length % 2)]);
  });
  const body = Buffer.concat([Buffer.from('WEBP'), ...parts]);
  const head = Buffer.from('RIFF\0\0\0\0', 'latin1');
  head.writeUInt32LE(body.length, 4);
  return Buffer.concat([head, body]);
}

const said = Buffer.from(SECRET);
const jpeg = (...metadata: Buffer[]): Buffer =>
  Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    ...metadata,
    segment(0xdb, Buffer.from('table')),
    segment(0xda, Buffer.from('scan')),
    Buffer.from([1, 0xff, 0, 2, 0xff, 0xd0, 3]),
    Buffer.from([0xff, 0xd9]),
  ]);
const gif = (...extensions: Buffer[]): Buffer =>
  Buffer.concat([
    Buffer.from('GIF89a\x01\0\x01\0\x80\0\0', 'latin1'),
    Buffer.from([0, 0, 0, 255, 255, 255]),
    ...extensions,
    Buffer.from([0x21, 0xf9, 4, 0, 0, 0, 0, 0]),
    Buffer.from([0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0]),
    Buffer.from([0x3b]),
  ]);
const comment = Buffer.concat([Buffer.from([0x21, 0xfe, said.length]), said, Buffer.from([0])]);

it.each([
  ['PNG', Buffer.concat([GATE.subarray(0, 33), chunk('tEXt', SECRET), GATE.subarray(33)]), GATE],
  ['PNG, after its end', Buffer.concat([GATE, said]), GATE],
  ['JPEG', jpeg(segment(0xe1, said), segment(0xfe, said), segment(0xee, said)), jpeg()],
  ['JPEG, after its end', Buffer.concat([jpeg(), said]), jpeg()],
  ['GIF', gif(comment), gif()],
  [
    'WebP',
    riff(['VP8X', Buffer.from([0x2c, 0, 0, 0, 0, 0, 0, 0, 0, 0])], ['VP8 ', Buffer.from('pixel')], ['EXIF', said]),
    riff(['VP8X', Buffer.alloc(10)], ['VP8 ', Buffer.from('pixel')]),
  ],
])('%s', (_, given, expected) => {
  const image = cleanImage(given);
  expect(given.includes(SECRET)).toBe(true);
  expect(Buffer.from(image?.bytes ?? []).equals(expected)).toBe(true);
});

it('shares no image that is cut, damaged, or of a format that is not fully known', () => {
  const huge = Buffer.from(GATE);
  huge.writeUInt32BE(0xffffffff, 33);
  const bmp = Buffer.concat([Buffer.from('BM'), Buffer.alloc(40)]);
  const animated = riff(['VP8X', Buffer.alloc(10)], ['ANIM', Buffer.alloc(6)], ['ANMF', said]);
  for (const bytes of [
    GATE.subarray(0, -4),
    huge,
    jpeg().subarray(0, -2),
    gif().subarray(0, -3),
    bmp,
    animated,
    said,
  ]) {
    expect(cleanImage(bytes)).toBeUndefined();
  }
});
