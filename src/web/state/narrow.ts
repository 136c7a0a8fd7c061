// Whether the screen is narrow: rows then have two lines, so that nothing needed to tell them apart is left out.

import { signal } from '@preact/signals';

/** The same query as in the style sheets of rows. */
const narrow = matchMedia('(max-width: 640px)');

export const isNarrow = signal(narrow.matches);

narrow.addEventListener('change', ({ matches }) => {
  isNarrow.value = matches;
});
