// Tests the hash of a prompt: the same for the same words, whatever was asked before.

import { expect, it } from 'vitest';
import { hashText } from '../../base/hash.ts';
import { promptHash } from './prompt-hash.ts';

it('is the hash of the words without the space around them, each time', () => {
  const prompts = ['', ' ', 'Count the plums.', 'Count the plums.\n', 'Count the pears.', 'Count the plums.', ''];
  expect(prompts.map(promptHash)).toEqual(prompts.map((prompt) => hashText(prompt.trim())));
});
