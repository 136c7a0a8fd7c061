// The one rule for how a line's text is searched, which building and searching must share.

import type { ParsedLine } from '../../sources/json-lines/parse-line.ts';
import type { SearchedAs } from './block-filter-builder.ts';

/**
 * A line is searched in its records when all of it was read. Bytes that are not UTF-8 do no harm: they are U+FFFD in
 * the text, which breaks runs. Everything else, whole objects before a broken rest included, is searched as it is.
 */
export function searchedAs(parsed: ParsedLine): SearchedAs {
  const wasRead = parsed.trouble === null || parsed.trouble.code === 'invalid-utf8';
  return wasRead && parsed.records.length > 0 ? 'records' : 'raw';
}
