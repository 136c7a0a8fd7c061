// Tests notebook cells: the three spellings, images by reference, and unterminated texts.

import { describe, expect, it } from 'vitest';
import { readCells, readTextCells } from './notebook-cells.ts';

describe('cells', () => {
  it('reads the agent’s and the notebook’s own objects, with images by reference', () => {
    const cells = readCells(
      [
        {
          cellType: 'code',
          source: 'plot()',
          execution_count: 2,
          cell_id: 'c1',
          language: 'r',
          outputs: [
            { output_type: 'display_data', text: 'plot', image: { image_data: 'AAAA', media_type: 'image/jpeg' } },
          ],
        },
        {
          cell_type: 'code',
          source: ['a\n', 'b'],
          outputs: [
            { output_type: 'display_data', data: { 'text/plain': ['x'], 'image/png': 'AAAA' } },
            { output_type: 'error', ename: 'E', evalue: 'v', traceback: ['t'] },
            7,
          ],
        },
        { no: 'source' },
      ],
      '/file/cells',
    );
    expect(cells).toEqual([
      {
        id: 'c1',
        type: 'code',
        source: 'plot()',
        language: 'r',
        executionCount: 2,
        outputs: [
          {
            type: 'display_data',
            text: 'plot',
            images: [
              {
                from: 'structured',
                pointer: '/file/cells/0/outputs/0/image/image_data',
                mediaType: 'image/jpeg',
                bytes: 3,
              },
            ],
          },
        ],
      },
      {
        id: null,
        type: 'code',
        source: 'a\nb',
        language: undefined,
        executionCount: null,
        outputs: [
          {
            type: 'display_data',
            text: 'x',
            images: [
              {
                from: 'structured',
                pointer: '/file/cells/1/outputs/0/data/image~1png',
                mediaType: 'image/png',
                bytes: 3,
              },
            ],
          },
          { type: 'error', text: 'E: v\nt', images: [] },
        ],
      },
    ]);
  });

  it('reads cells from text; what follows a cell is its output', () => {
    expect(
      readTextCells(
        '<cell id="a"><cell_type>markdown</cell_type># </cell>\n</cell id="a">\n<cell id="b">1</cell id="b">\n\n2\n',
      ),
    ).toEqual([
      { id: 'a', type: 'markdown', source: '# </cell>\n', language: undefined, executionCount: null, outputs: [] },
      {
        id: 'b',
        type: 'code',
        source: '1',
        language: undefined,
        executionCount: null,
        outputs: [{ type: 'stream', text: '2', images: [] }],
      },
    ]);
  });

  it('stays linear when cells are never closed', () => {
    expect(readTextCells('<cell id="a">'.repeat(200_000))).toHaveLength(1);
  });
});
