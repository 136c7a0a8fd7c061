// Reads a value that can be one of a few: any other means that the index is damaged.

import { AppError } from '../../base/app-error.ts';

export function oneOf<Word extends string>(words: readonly Word[], found: string): Word {
  const word = words.find((candidate) => candidate === found);
  if (word !== undefined) return word;
  throw new AppError('store-unusable', `The index holds '${found}' where it does not belong.`, {
    hint: 'Rebuild it: toolscope index --rebuild.',
  });
}
