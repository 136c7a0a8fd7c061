// Tests that class names are shortened in styles and elements alike, and that nothing else is.

import { expect, it } from 'vitest';
import { shortNames } from './short-names.ts';

it('renames classes in selectors and elements, and leaves out those without a style', () => {
  const { styles, shorten } = shortNames(
    '.ts-a{width:.5em;background:url(x.png)}@media print{.ts-a>.ts-b--c:hover,p.ts-a{margin:0}}',
  );
  expect(styles).toBe('.c0{width:.5em;background:url(x.png)}@media print{.c0>.c1:hover,p.c0{margin:0}}');
  expect(
    shorten('<p class="ts-a"><b class="ts-b--c ts-a"><i class="other">.ts-a class=&quot;ts-a&quot;</i></b></p>'),
  ).toBe('<p class=c0><b class="c1 c0"><i>.ts-a class=&quot;ts-a&quot;</i></b></p>');
});
