// Whether the screen is narrow: rows then have two lines, so that nothing that tells them apart is left out.

import { signal } from '@preact/signals';

/** The style sheets of rows ask the same. */
const narrow = matchMedia('(max-width: 640px)');

export const isNarrow = signal(narrow.matches);

narrow.addEventListener('change', ({ matches }) => {
  isNarrow.value = matches;
});
