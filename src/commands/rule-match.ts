// Where the words of failure rules stand in an output: the last place of each, and of several rules the one that stands last.

import { mayMatch } from '../base/may-match.ts';
import { lineAt } from '../base/text.ts';
import { isWarning } from './error-line.ts';
import type { FailureRule } from './failure-rule.ts';

/** Where a rule's words stand. */
export interface Found {
  readonly rule: FailureRule;
  readonly line: string;
  /** Where that line begins to tell, in the text. */
  readonly at: number;
}

/** Where a match begins to tell: at what its group caught, else at its own beginning. */
function placeOf(match: RegExpExecArray): number {
  const told = match[1];
  return told === undefined ? match.index : match.index + match[0].length - told.length;
}

/** The last place that a pattern has, and the line to tell of it. */
interface Place {
  readonly at: number;
  readonly line: string;
}

/** What programs of any name put before their complaints. */
const SEVERITY = /^(?:error|fatal|E)\b/i;

const QUOTED = /'[^']*'|"[^"]*"|`[^`]*`/g;

/** Whether a line stands right below another, and the same program goes on, or says the same of something else. */
function goesOn(before: Place, { at, line }: Place, text: string): boolean {
  const name = line.indexOf(': ') + 2;
  if (name < 3 || !before.line.startsWith(line.slice(0, name))) return false;
  const words = line.indexOf(': ', name) + 2;
  const isSame =
    !SEVERITY.test(line) ||
    before.line.endsWith(line.slice(line.lastIndexOf(': '))) ||
    (words > 2 && before.line.startsWith(line.slice(0, words))) ||
    before.line.replace(QUOTED, '') === line.replace(QUOTED, '');
  return isSame && text.slice(before.at, at).split('\n', 3).length === 2;
}

/** The last, and one that warns only where no other is. By hand: `matchAll` makes a new pattern for every text. */
function lastMatch(pattern: RegExp, text: string): Place | null {
  let last: Place | null = null;
  let warning: Place | null = null;
  pattern.lastIndex = 0;
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    const at = placeOf(match);
    const place = { at, line: lineAt(text, at) };
    if (isWarning(text, at)) warning = place;
    // Of several complaints in a row the first is told.
    else last = last !== null && goesOn(last, place, text) ? { at, line: last.line } : place;
    if (match[0] === '') pattern.lastIndex++;
  }
  return last ?? warning;
}

/** The last place of a rule's words, and the last line of its most telling pattern. */
function lastOf(rule: FailureRule, text: string): Found | null {
  const start = rule.after === undefined ? 0 : text.indexOf(rule.after);
  if (start === -1) return null;
  const behind = start === 0 ? text : text.slice(start);
  let at = -1;
  let line: string | null = null;
  for (const pattern of rule.says) {
    if (!mayMatch(pattern, text)) continue;
    const last = lastMatch(globalOf(pattern), behind);
    if (last === null) continue;
    at = Math.max(at, last.at + start);
    line ??= last.line;
  }
  return line === null ? null : { rule, line, at };
}

/** The line of the most telling pattern, at its first place: a summary is about what stands above it. */
export function bestOf(rule: FailureRule, text: string): string | null {
  for (const pattern of rule.says) {
    const match = mayMatch(pattern, text) ? pattern.exec(text) : null;
    if (match !== null) return lineAt(text, placeOf(match));
  }
  return null;
}

const GLOBAL = new WeakMap<RegExp, RegExp>();

function globalOf(pattern: RegExp): RegExp {
  const known = GLOBAL.get(pattern) ?? new RegExp(pattern, `${pattern.flags}g`);
  GLOBAL.set(pattern, known);
  return known;
}

function appliesTo(rule: FailureRule, command: string | null): boolean {
  return rule.command === undefined || rule.command.test(command ?? '');
}

/** The rule whose words stand last; of two that match one line, the one that comes first in the list. */
export function lastRule(rules: readonly FailureRule[], text: string, command: string | null): Found | null {
  let last: Found | null = null;
  for (const rule of rules) {
    if (!appliesTo(rule, command)) continue;
    const found = lastOf(rule, text);
    if (found === null) continue;
    if (last === null || (found.at > last.at && found.line !== last.line)) last = found;
  }
  return last;
}
