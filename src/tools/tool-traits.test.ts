// Tests that the traits that questions go by are those of the definitions.

import { expect, it } from 'vitest';
import { tools } from './all-tools.ts';
import { TOOL_TRAITS } from './tool-traits.ts';

it('says of every tool what its definition says', () => {
  const defined = tools.map(({ id, family, touches = null, awaits = null }) => ({ id, family, touches, awaits }));
  expect(TOOL_TRAITS).toEqual(defined);
});
