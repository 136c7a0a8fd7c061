// Tests that the browser installed for the tests is the one that they look for.
import { expect, it } from 'vitest';
import { PLACES as looked } from '../test/gallery/open-browser.ts';
import { PLACES } from './chromium.mjs';

it('is looked for where it is', () => {
  expect(looked).toEqual(PLACES);
});
