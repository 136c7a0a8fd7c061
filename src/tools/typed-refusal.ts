// A user's refusal that arrives as an error and contains only what they typed. For tools whose own failures never look so.

import { countLines } from '../base/text.ts';
import { complaintIn } from '../commands/error-line.ts';
import { failureInWords } from '../commands/failure-in-words.ts';
import { PERSONS_NO, UNFRAMED_RULE } from '../model/outcome.ts';
import type { KnownFailure } from './define.ts';

const LONGEST = 2000;
const MOST_LINES = 8;
/** How reports of programs, runtimes and Claude Code's own parts begin. */
const REPORT =
  /^\s*(?:[\w./:-]{0,80}(?:Error|Exception|error|fatal|warning|panic)\b|E[A-Z]{3,12}\b|Failed |Unable to |Could not |Cannot |Can't |Command |Shell |Process |spawn |Stream closed|Operation |No |Unknown |Invalid |MCP |API |Permission |\[|\{|<|\/|\$ |\.{1,2}\/)/;

/** A program's message: a known failure, or an error line. A user's refusal is neither. */
function isReport(text: string): boolean {
  return REPORT.test(text) || failureInWords(text, null) !== null || complaintIn(text) !== null;
}

/**
 * Seen in 2.0.5 from an editor (three of three): the text is what the user typed into the permission prompt, and the
 * structured result repeats it. All 66 failed commands of 2.x begin with their exit code. A missing exit code proves
 * little by itself, since exports rewrite versions: text that may be a program's is taken for an error.
 */
export const TYPED_REFUSAL: KnownFailure<unknown> = {
  code: PERSONS_NO,
  blame: 'user',
  pattern: /^[\s\S]{0,80}\S \S/,
  when: (_input, text, _result, rule) =>
    rule === UNFRAMED_RULE && text.length <= LONGEST && countLines(text) <= MOST_LINES && !isReport(text),
};
