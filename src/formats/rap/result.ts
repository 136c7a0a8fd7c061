// Reads one result that is not in a journal, by the rules for those that are.

import { contentText } from '../../model/content.ts';
import type { ReadResult, ResultToRead } from '../result-to-read.ts';
import { neutralContent } from './content.ts';
import { verdictOf } from './outcome.ts';

export function readResult({ content: given }: ResultToRead): ReadResult {
  const content = neutralContent(given, '');
  return { content, verdict: verdictOf(contentText(content), false) };
}
