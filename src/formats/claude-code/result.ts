// Reads one tool result that is not in a record, by the rules for those that are.

import type { ReadResult, ResultToRead } from '../result-to-read.ts';
import { neutralContent } from './content.ts';
import { judge } from './outcome.ts';
import { backgroundOf } from './user.ts';

export function readResult({ content: given, structured, isError }: ResultToRead): ReadResult {
  const content = neutralContent(given, '');
  const background = isError ? null : backgroundOf(structured, content);
  return { content, verdict: judge({ isError, content, structured, denialKind: undefined, background }) };
}
