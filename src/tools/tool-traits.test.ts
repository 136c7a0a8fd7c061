// Tests that the traits that questions go by are those of the definitions.

import { expect, it } from 'vitest';
import { tools } from './all-tools.ts';
import { generic } from './generic/generic.ts';
import { GENERIC_TOOL, TOOL_TRAITS } from './tool-traits.ts';

it('says of every tool what its definition says', () => {
  const defined = tools.map(({ id, title, family, touches = null, awaits = null }) => ({
    id,
    title,
    family,
    touches,
    awaits,
  }));
  expect(TOOL_TRAITS).toEqual(defined);
  expect(GENERIC_TOOL).toEqual({ id: generic.id, title: generic.title });
});
