// Parses the filter of a command line.

import { AppError } from '../base/app-error.ts';
import { explainFilterErrors } from '../model/filter/explain-errors.ts';
import type { Filter } from '../model/filter/filter.ts';
import { parseFilter } from '../model/filter/parse-filter.ts';
import type { Invocation } from './command.ts';

/** The filter in the positional arguments. */
export function filterFrom({ positionals }: Invocation): Filter {
  return readFilter(positionals.join(' '));
}

export function readFilter(text: string): Filter {
  const parsed = parseFilter(text, { now: Date.now() });
  if (parsed.ok) return parsed.filter;
  throw new AppError('bad-filter', `The filter cannot be read.\n${explainFilterErrors(text, parsed.errors)}`);
}
