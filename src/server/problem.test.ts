// Tests what clients are told of errors.

import { expect, it } from 'vitest';
import { problemOf } from './problem.ts';

it('says that its files were replaced while it ran, and nothing of other internal errors', () => {
  const replaced = Object.assign(new Error('Cannot find module'), { code: 'ERR_MODULE_NOT_FOUND' });
  expect(problemOf(replaced).document).toMatchObject({
    status: 500,
    detail: 'The files of Toolscope were replaced while it ran.',
    hint: 'Stop it, and start it again.',
  });
  expect(problemOf(new Error('/secret/place')).document).toEqual({
    type: 'urn:toolscope:internal',
    title: 'Something went wrong inside Toolscope.',
    status: 500,
    detail: '',
  });
});
