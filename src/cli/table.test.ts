// Tests tables on the terminal: widths of any characters, columns that shrink, and columns that are left out.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Column, cells, fitCells, layOut, type Row, renderRow } from './table.ts';

describe('cells', () => {
  it.each([
    ['', 0],
    ['pear', 4],
    ['gâteau', 6],
    ['ga\u0302teau', 6],
    ['梨', 2],
    ['한국어', 6],
    ['ｆｕｌｌ', 8],
    ['🍐', 2],
    ['✅', 2],
    ['⚡', 2],
    ['☎', 1],
    ['→≤…', 3],
    ['🇫🇷', 2],
    ['a\u200bb\u200d', 2],
    ['\u001b[31mred\u001b[0m', 3],
    ['𠮷', 2],
    ['\ud83c', 1],
  ])('%j: %d', (text, width) => {
    expect(cells(text)).toBe(width);
  });
});

describe('fitCells', () => {
  it.each([
    ['pears', 5, 'pears'],
    ['pears', 4, 'pea…'],
    ['pears', 1, '…'],
    ['pears', 0, ''],
    ['梨梨梨', 6, '梨梨梨'],
    ['梨梨梨', 5, '梨梨…'],
    ['梨梨梨', 4, '梨…'],
    ['✅✅', 3, '✅…'],
  ])('%s in %d: %s', (text, width, expected) => {
    expect(fitCells(text, width)).toBe(expected);
  });

  it('never goes beyond the width, and never cuts a character in two', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.nat(30), (text, width) => {
        const fitted = fitCells(text, width);
        expect(cells(fitted)).toBeLessThanOrEqual(width);
        expect(text.startsWith(fitted.replace(/…$/, '')) || fitted === text).toBe(true);
      }),
    );
  });
});

const COLUMNS: readonly Column[] = [
  { title: 'TIME', hides: true },
  { title: 'TOOL', max: 20 },
  { title: 'SUMMARY', grows: true },
  { title: 'MS', align: 'right' },
];

function row(...texts: string[]): Row {
  return { cells: texts };
}

function draw(rows: readonly Row[], width: number): string[] {
  const widths = layOut(COLUMNS, rows, width);
  return [row(...COLUMNS.map(({ title }) => title)), ...rows].map((one) => renderRow(COLUMNS, widths, one));
}

describe('a table', () => {
  const rows = [
    row('09:00:00', 'mcp__orchard__count', 'how many pears are left on the old tree', '1200'),
    row('09:00:01', 'Bash', 'ls 梨', '7'),
  ];

  it('is as wide as it needs, where there is room', () => {
    expect(draw(rows, 200)).toEqual([
      'TIME      TOOL                 SUMMARY                                    MS',
      '09:00:00  mcp__orchard__count  how many pears are left on the old tree  1200',
      '09:00:01  Bash                 ls 梨                                       7',
    ]);
  });

  it('takes from the widest column first', () => {
    expect(draw(rows, 60)).toEqual([
      'TIME      TOOL                 SUMMARY                    MS',
      '09:00:00  mcp__orchard__count  how many pears are lef…  1200',
      '09:00:01  Bash                 ls 梨                       7',
    ]);
    expect(draw(rows, 46)).toEqual([
      'TIME      TOOL            SUMMARY           MS',
      '09:00:00  mcp__orchard_…  how many pear…  1200',
      '09:00:01  Bash            ls 梨              7',
    ]);
  });

  it('leaves out what can be missed, when nothing else helps', () => {
    expect(draw(rows, 30)).toEqual([
      'TOOL        SUMMARY         MS',
      'mcp__orch…  how many pe…  1200',
      'Bash        ls 梨            7',
    ]);
  });

  it('drops other columns before one gets narrower than it wants, and cuts names at their beginning', () => {
    const columns: readonly Column[] = [
      { title: 'TOOL', max: 14, keeps: 'end' },
      { title: 'SUMMARY', grows: true, wants: 24 },
      { title: 'NOTES', max: 10, hides: true },
    ];
    const cut = [row('collaboration/spawn_agent', 'how many pears are left on the old tree', 'by the way')];
    const drawn = (width: number): string[] => {
      const widths = layOut(columns, cut, width);
      return cut.map((one) => renderRow(columns, widths, one));
    };
    expect(drawn(56)).toEqual(['…n/spawn_agent  how many pears are left on …  by the way']);
    expect(drawn(48)).toEqual(['…awn_agent  how many pears are left…  by the way']);
    expect(drawn(43)).toEqual(['…n/spawn_agent  how many pears are left on…']);
    expect(drawn(30)).toEqual(['…n/spawn_agent  how many pear…']);
  });

  it('drops late columns only when the others are gone and the rest is at its narrowest', () => {
    const columns: readonly Column[] = [
      { title: 'TIME', hides: 'late' },
      { title: 'SUMMARY', grows: true, wants: 20 },
      { title: 'CALLS', hides: 'late' },
      { title: 'NOTES', hides: true },
    ];
    const [one = row()] = [row('09:00', 'how many pears are left', '12', 'by the way')];
    const drawn = (width: number): string => renderRow(columns, layOut(columns, [one], width), one);
    expect([50, 36, 30, 25, 20, 12, 5].map(drawn)).toEqual([
      '09:00  how many pears are left  12     by the way',
      '09:00  how many pears are le…  12',
      '09:00  how many pears …  12',
      '09:00  how many pears ar…',
      '09:00  how many pea…',
      'how many pe…',
      'how many pe…',
    ]);
  });

  it('exceeds the width only when every column is at its narrowest', () => {
    expect(Math.max(...draw(rows, 5).map(cells))).toBe(8 + 2 + 12 + 2 + 4);
  });

  it('without rows is its heading', () => {
    expect(draw([], 80)).toEqual(['TIME  TOOL  SUMMARY  MS']);
    expect(layOut([], [], 80)).toEqual([]);
  });

  it('paints finished cells, so that colours change no width', () => {
    const painted: Row = {
      cells: ['09:00:00', 'Bash', 'ls', '7'],
      styles: { TOOL: 'red' },
    };
    const widths = layOut(COLUMNS, [painted], 80);
    const red = (_: string, text: string): string => `\u001b[31m${text}\u001b[0m`;
    expect(renderRow(COLUMNS, widths, painted, red)).toBe('09:00:00  \u001b[31mBash\u001b[0m  ls        7');
  });

  it('leaves out a column that may be empty, and is', () => {
    const columns: Column[] = [{ title: 'NAME' }, { title: 'STATE', mayBeEmpty: true }, { title: 'FAILED' }];
    const widths = (state: string): number[] => layOut(columns, [row('pear', '', ''), row('plum', state, '')], 80);
    expect(widths('')).toEqual([4, 0, 6]);
    expect(widths('idle')).toEqual([4, 5, 6]);
  });

  it('takes rows that are too short', () => {
    expect(draw([row('09:00:00')], 80)).toEqual(['TIME      TOOL  SUMMARY  MS', '09:00:00']);
  });

  it('fits into every width from the narrowest on, whatever is in it', () => {
    const text = fc.string({ unit: 'grapheme', maxLength: 60 });
    fc.assert(
      fc.property(
        fc.array(fc.tuple(text, text, text), { maxLength: 5 }),
        fc.integer({ min: 28, max: 120 }),
        (drawn, width) => {
          const made = drawn.map(([tool, summary, time]) => row(time.slice(0, 4), tool, summary, '1'));
          for (const line of draw(made, width)) expect(cells(line)).toBeLessThanOrEqual(width);
        },
      ),
    );
  });
});
