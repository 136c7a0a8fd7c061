// The error for a damaged data file of Toolscope's own.

import { AppError } from './app-error.ts';

/** The file is not a database, or its content contradicts itself. What to do about it depends on whether it is derived. */
export class CorruptStore extends AppError {
  readonly path: string;

  constructor(path: string, cause: unknown) {
    super('store-unusable', `Toolscope's data in ${path} is damaged.`, {
      hint: 'Move the file away (keep it in case you want to recover it) and start again.',
      cause,
    });
    this.path = path;
  }
}
