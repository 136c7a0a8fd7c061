// Tests reading: bytes by reference, odd shapes, and texts that are not what they seem.

import { describe, expect, it } from 'vitest';
import type { ContentBlock } from '../../model/content.ts';
import { interpret } from '../interpret.ts';

function read(
  content: string | readonly ContentBlock[],
  structured?: unknown,
  input: unknown = { file_path: '/lamp' },
) {
  const verdict = { status: 'ok', rule: 'test', failure: null } as const;
  return interpret({ agent: 'claude-code', tool: 'Read', input, outcome: { verdict, content, structured } });
}

describe('images', () => {
  it('stay in the log, with their dimensions in both spellings', () => {
    const file = { base64: 'AAAA', type: 'image/webp', originalSize: 3 };
    const image = { from: 'structured', pointer: '/file/base64', mediaType: 'image/webp', bytes: 3 };
    const original = { width: 8, height: 6 };
    expect(read('', { type: 'image', file: { ...file, dimensions: original } }).result).toEqual({
      kind: 'image',
      path: '',
      image,
      fileBytes: 3,
      sizes: { original, displayed: undefined },
    });
    const both = { originalWidth: 8, originalHeight: 6, displayWidth: 4, displayHeight: 3 };
    expect(read('', { type: 'image', file: { ...file, dimensions: both } }).result).toMatchObject({
      sizes: { original, displayed: { width: 4, height: 3 } },
    });
    expect(read('', { type: 'image', file: { ...file, dimensions: null } }).result).toMatchObject({ sizes: undefined });
  });

  it('point into the record where only the content has them', () => {
    const block = { type: 'image', mediaType: 'image/png', bytes: 5, pointer: '/message/content/0' } as const;
    expect(read([block]).result).toMatchObject({
      kind: 'image',
      path: '/lamp',
      image: { from: 'record', pointer: '/message/content/0', mediaType: 'image/png', bytes: 5 },
    });
  });
});

describe('texts', () => {
  it('keep the file and the agent’s remarks apart', () => {
    const text = '     7→a\n     8→b\n\n<system-reminder>\nMind the lamps.\n</system-reminder>\n';
    expect(read(text).result).toEqual({
      kind: 'text',
      path: '/lamp',
      content: 'a\nb',
      bytes: 3,
      startLine: 7,
      lines: 2,
      totalLines: null,
      partial: null,
      truncated: false,
      remarks: ['Mind the lamps.'],
    });
  });

  it('know a truncated view and an empty file', () => {
    const cut =
      '<system-reminder>[Truncated: PARTIAL view — showing lines 1-1 of 9 total (30000 tokens, cap 25000).]</system-reminder>\n1\ta';
    expect(read(cut).result).toMatchObject({ content: 'a', totalLines: 9, partial: true, truncated: true });
    const empty = '<system-reminder>Warning: the file exists but the contents are empty.</system-reminder>';
    expect(read(empty).result).toMatchObject({ content: '', lines: 0, totalLines: 0, partial: false });
  });

  it('are not taken for cells, PDFs or pages when they only quote them', () => {
    for (const quoted of ['<cell id="a">', 'PDF file read: /x.pdf (1KB)', 'Wasted call — file unchanged since']) {
      expect(read(`1\t${quoted}`).result).toMatchObject({ kind: 'text', content: quoted });
    }
  });
});

describe('odd shapes', () => {
  it.each([
    {},
    { type: 'text' },
    { type: 'text', file: null },
    { type: 'image', file: 'x' },
    { type: 'hologram', file: { filePath: '/lamp' } },
    [],
    'text',
  ])('%j fall back to the text', (structured) => {
    expect(read('1\ta', structured).light.result).toEqual({ kind: 'text', via: 'text' });
  });

  it('take numbers as texts', () => {
    const input = { file_path: '/lamp', offset: '10', limit: '5' };
    expect(read('', undefined, input).input).toMatchObject({ offset: 10, limit: 5 });
  });
});
