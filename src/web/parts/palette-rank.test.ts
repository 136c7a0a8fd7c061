import { expect, it } from 'vitest';
import { paletteRank } from './palette-rank.ts';

function found(typed: string, titles: readonly string[]): string[] {
  return titles
    .flatMap((title) => {
      const rank = paletteRank(typed, title, '');
      return rank === undefined ? [] : [{ title, rank }];
    })
    .sort((a, b) => a.rank - b.rank)
    .map(({ title }) => title);
}

it('puts beginnings before words, words before parts of words, and these before abbreviations', () => {
  const titles = ['Refresh the totals', 'Unfold tot', 'The total', 'Subtotals', 'Total cost', 'Turn off the tour'];
  expect(found('tot', titles)).toEqual([
    'Total cost',
    'Refresh the totals',
    'Unfold tot',
    'The total',
    'Subtotals',
    'Turn off the tour',
  ]);
});

it('does not take letters that are scattered in a title for a match', () => {
  expect(found('error', ['Errors', 'Leave the barn door for later'])).toEqual(['Errors']);
  expect(found('fence', ['Paint the fence', 'Fix every pending chicken'])).toEqual(['Paint the fence']);
});

it('takes beginnings of words, in order', () => {
  expect(found('nr', ['Next row', 'Row, next'])).toEqual(['Next row']);
  expect(found('nexr', ['Next row'])).toEqual(['Next row']);
  expect(found('coco', ['Copy the command'])).toEqual(['Copy the command']);
});

it('finds several words in any order, and words that are not shown', () => {
  expect(paletteRank('fence paint', 'Paint the fence', '')).toBe(4);
  expect(paletteRank('orchard paint', 'Paint the fence', '/home/me/orchard')).toBe(4);
  expect(paletteRank('dark', 'Switch the theme', 'dark light')).toBe(2);
});

it('does not take long for a long text that nearly matches', () => {
  expect(paletteRank('a'.repeat(40), 'a '.repeat(200), '')).toBeUndefined();
});
