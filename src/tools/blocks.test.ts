// Tests blocks in every spelling, and that bytes are referenced, never copied.

import { describe, expect, it } from 'vitest';
import { blocksText, bodyBlocks, countBlocks, listLength, textBlock } from './blocks.ts';

describe('body blocks', () => {
  it('points at bytes in each vendor’s spelling', () => {
    const blocks = bodyBlocks(
      [
        { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AAAA' } },
        { type: 'image', data: 'AAAAAA==', mimeType: 'image/webp' },
        { type: 'input_image', image_url: 'data:image/gif;base64,AAAA' },
        { type: 'image', source: { type: 'url', url: 'data:image/png;base64,AAAAAAA=' } },
        { type: 'image', source: { type: 'url', url: 'https://example.org/a.png' } },
        { type: 'resource', resource: { uri: 'file:///a', mimeType: 'audio/wav', blob: 'AAAA' } },
        { type: 'image' },
      ],
      '/result/content',
    );
    expect(blocks).toEqual([
      { type: 'image', mediaType: 'image/png', bytes: 3, pointer: '/result/content/0/source/data' },
      { type: 'image', mediaType: 'image/webp', bytes: 4, pointer: '/result/content/1/data' },
      { type: 'image', mediaType: 'image/gif', bytes: 3, pointer: '/result/content/2/image_url' },
      { type: 'image', mediaType: 'image/png', bytes: 5, pointer: '/result/content/3/source/url' },
      { type: 'link', uri: 'https://example.org/a.png', title: null, mediaType: null, text: null },
      { type: 'blob', mediaType: 'audio/wav', bytes: 3, pointer: '/result/content/5/resource/blob' },
      { type: 'other', kind: 'image', value: { type: 'image' } },
    ]);
    expect(countBlocks(blocks)).toEqual({ images: 4, bytes: 0 });
  });

  it('keeps what it does not know', () => {
    expect(bodyBlocks([null, 7, { a: 1 }, { type: 'dance', steps: 2 }], '')).toEqual([
      { type: 'other', kind: 'object', value: null },
      { type: 'other', kind: 'number', value: 7 },
      { type: 'other', kind: 'object', value: { a: 1 } },
      { type: 'other', kind: 'dance', value: { type: 'dance', steps: 2 } },
    ]);
    expect(bodyBlocks(undefined, '')).toEqual([]);
    expect(bodyBlocks('hello', '')).toEqual([{ type: 'text', text: 'hello' }]);
  });

  it('parses JSON texts once, unless they are too long', () => {
    expect(textBlock(' {"a":[1,2]}')).toEqual({ type: 'text', text: ' {"a":[1,2]}', value: { a: [1, 2] } });
    expect(textBlock('{not json}')).toEqual({ type: 'text', text: '{not json}' });
    const long = JSON.stringify(['x'.repeat(300_000)]);
    expect(textBlock(long)).toEqual({ type: 'text', text: long });
  });

  it('joins the texts', () => {
    expect(
      blocksText([
        { type: 'text', text: 'a' },
        { type: 'link', uri: 'u', title: null, mediaType: null, text: 'b' },
        { type: 'tool', name: 'c' },
      ]),
    ).toBe('a\nb');
  });

  it.each([
    [[1, 2], 2],
    [{ items: [1] }, 1],
    [{ items: [1], others: [] }, null],
    [{ items: [1], others: [], total: 9 }, 9],
    [{ name: 'x' }, null],
    ['text', null],
  ])('counts the members of %j', (value, count) => {
    expect(listLength(value)).toBe(count);
  });
});
