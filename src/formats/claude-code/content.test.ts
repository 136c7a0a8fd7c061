// Tests content blocks: every kind becomes a neutral one, media stay in the log by pointer, nothing is lost.

import { describe, expect, it } from 'vitest';
import type { ResultContent } from '../../model/content.ts';
import { neutralContent } from './content.ts';

describe('neutralContent', () => {
  it.each<[string, unknown, ResultContent]>([
    ['a string stays one', 'plain', 'plain'],
    ['an empty string stays one', '', ''],
    ['nothing is an empty text', undefined, ''],
    ['null is an empty text', null, ''],
    ['an empty list stays one', [], []],
    ['a bare string in a list is text', ['one'], [{ type: 'text', text: 'one' }]],
    ['a block outside a list is a list of one', { type: 'text', text: 'one' }, [{ type: 'text', text: 'one' }]],
    ['a number is kept', 12, [{ type: 'other', kind: 'number', value: 12 }]],
    ['null in a list is kept', [null], [{ type: 'other', kind: 'object', value: null }]],
    ['a block without a type is kept', [{ text: 'x' }], [{ type: 'other', kind: 'object', value: { text: 'x' } }]],
    [
      'an unknown block is kept',
      [{ type: 'hologram', z: 1 }],
      [{ type: 'other', kind: 'hologram', value: { type: 'hologram', z: 1 } }],
    ],
    [
      'a text block without text is kept',
      [{ type: 'text', text: 7 }],
      [{ type: 'other', kind: 'text', value: { type: 'text', text: 7 } }],
    ],
    [
      'a tool reference',
      [{ type: 'tool_reference', tool_name: 'mcp__shed__open' }],
      [{ type: 'tool-reference', name: 'mcp__shed__open' }],
    ],
    ['a tool reference without a name', [{ type: 'tool_reference' }], [{ type: 'tool-reference', name: '' }]],
  ])('%s', (_, content, expected) => {
    expect(neutralContent(content, '/c')).toEqual(expected);
  });

  it.each(['image', 'document'] as const)('%s: bytes by pointer, addresses as links, anything else kept', (type) => {
    const block = (source: unknown, more: object = {}): unknown => ({ type, ...more, source });
    expect(
      neutralContent(
        [
          block({ type: 'base64', media_type: 'image/png', data: 'aGVsbG8=' }),
          block({ type: 'base64', data: 'aGVsbG8h' }),
          block({ type: 'url', url: 'https://example.org/pear' }, { title: 'A pear' }),
          block({ type: 'file', file_id: 'file_7' }),
          block(undefined),
        ],
        '/message/content/0/content',
      ),
    ).toEqual([
      { type, mediaType: 'image/png', bytes: 5, pointer: '/message/content/0/content/0/source/data' },
      { type, mediaType: 'application/octet-stream', bytes: 6, pointer: '/message/content/0/content/1/source/data' },
      { type: 'link', uri: 'https://example.org/pear', title: 'A pear' },
      { type: 'link', uri: 'file_7', title: null },
      { type: 'other', kind: type, value: { type, source: undefined } },
    ]);
  });

  it.each([
    ['web_search_result', { url: 'https://example.org/a', title: 'A' }],
    ['resource_link', { uri: 'https://example.org/a', name: 'A' }],
    ['search_result', { source: 'https://example.org/a', title: 'A' }],
  ])('%s is a link', (type, fields) => {
    expect(neutralContent([{ type, ...fields }, { type }], '')).toEqual([
      { type: 'link', uri: 'https://example.org/a', title: 'A' },
      { type: 'link', uri: '', title: null },
    ]);
  });
});
