// Owns the list of measures, in the order of the table.

import type { Measure } from './measure.ts';
import { append } from './measures/append.ts';
import { coldIndex } from './measures/cold-index.ts';
import { hook } from './measures/hook.ts';
import { inspect } from './measures/inspect.ts';
import { jsonParse } from './measures/json-parse.ts';
import { pages } from './measures/pages.ts';
import { rap } from './measures/rap.ts';
import { readLimit } from './measures/read-limit.ts';
import { search } from './measures/search.ts';
import { sse } from './measures/sse.ts';
import { warmStart } from './measures/warm-start.ts';

export const measures: readonly Measure[] = [
  readLimit,
  jsonParse,
  inspect,
  coldIndex,
  warmStart,
  append,
  search,
  pages,
  sse,
  rap,
  hook,
];
