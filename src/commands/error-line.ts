// The line of a failed command's output that says best what went wrong, where no failure rule has words for it.

import { firstLine, lineAt } from '../base/text.ts';

/** A line that opens by saying that it is about a failure, or a member of an object that does. */
const OPENING =
  /^[ \t│]*(?:(?:[\w./-]{1,60}: )?\[?(?:fatal|panic|error)\]?(?:\[[\w-]{1,40}\])?: {0,4}\S|(?:[\w-]{1,30} )?ERROR\b[: ] {0,4}\S|(?:[✗✘✖❌×⨯]|!!!|\[(?:fail(?:ed|ure)?|err)\]) {0,2}\S|\{?"(?:error|message)": ?"\S)/gim;

const COMPLAINING =
  /\b(?:cannot|can't|could not|couldn't|unable|fail(?:ed|s|ure)?|errors?|not found|no such|denied|refused|rejected|invalid|already exists|not allowed|missing|broken|unsupported|too (?:long|large|many)|(?:does not|doesn't) exist|aborted|killed|terminated|violat\w{1,5}|unexpected|undefined)\b/i;

/** What runners say about any failure, headlines, banners and comments: none of them tells what went wrong. */
const EMPTY_WORDS =
  /\bexit(?:ed)?(?: with)? (?:code|status)\b|\btask failed\b|\bcomplete log of this run\b|^make(?:\[\d{1,3}\])?: \*{3} |\bELIFECYCLE\b|^npm (?:ERR!|error)(?: (?:code|path|command|workspace|location|errno|syscall|Lifecycle|A complete log)\b|$)|\bdue to the following (?:issue|error)s?:?$|^tar: (?:Child returned|Error is not recoverable|Exiting with)|\bgyp ERR! not ok|^(?:rake|bin\/rails|rails) aborted!|\bconfiguration resulted in errors\b|\bEncountered errors while bringing up\b|^Packages: [+-]|^husky - |^error: failed to push some refs to |^failed to update \d|\bBuild did NOT complete successfully\b|^\s*at \S|^[\dA-F]{4,20}:error:|^\s*(?:name|errno|syscall|requireStack): |^Progress: resolved |^<!--|^[Uu]sage: |^[>$] \S|^\+ CategoryInfo: |^[Tt]ry (?:re-?running|running|again)\b|^\s*(?:PASS|✓|✔)\s|^\s*0 (?:Error|Warning)\(s\)|^=== RUN |^={5,} test session starts\b|^bun test v\d/;

/** Of the lines by which a failure is known, those that say nothing more of it: fields, how it is used, what ran it. */
export const HEADLINE =
  /^npm (?:ERR!|error) code |^[ \t]*Errors {1,4}\d|^[Uu]sage:|^(?:\w{1,20} )?(?:[Oo]ptions|OPTIONS|[Ff]lags|FLAGS):\s*$|^husky - |\bBuild did NOT complete successfully\b/;

/** What was found in a file by a search. */
const FOUND = /^\s*\S{1,300}:\d{1,7}[:-]/;

/** npm puts its name before every line: what went wrong, then fields, advice and how it is used. */
const NPM_SAYS =
  /^npm (?:ERR!|error) {1,2}(?!enoent This|A complete|Log files|Failed at the|This is probably)\S[^\n]{0,400}$/gm;

const WARNING =
  /[ \t]{0,9}(?:W: |Pseudo-terminal will not be allocated|time=\S{1,60} level=warn|(?:\S{1,60}: |npm |\d{4}-\S{1,40} {1,4}\[?)?(?:warn(?:ing)?\b|(?:Warnung|avertissement|advertencia|aviso|avviso|предупреждение|警告) ?:))/iy;

/** Whether the line at this place only warns. */
export function isWarning(text: string, at: number): boolean {
  WARNING.lastIndex = text.lastIndexOf('\n', at - 1) + 1;
  return WARNING.test(text);
}

const CAUSE = /^\s*Caused by:(?: \S|$)/;
const CAUSES_MAX = 12;

/** One of the causes below a complaint is told with that complaint, and the last cause for all of them. */
export function withCauses(line: string, text: string): string {
  if (!text.includes('Caused by:')) return line;
  const lines = text.slice(0, text.lastIndexOf(line) + line.length).split('\n');
  const from = Math.max(0, lines.length - CAUSES_MAX);
  const isCause = (one: string) => CAUSE.test(one) || /^\s{2,}\S|^$/.test(one);
  const head = lines.slice(from).findLast((one) => !isCause(one));
  const chain = head === undefined ? [] : lines.slice(lines.lastIndexOf(head) + 1);
  if (head === undefined || !chain.some((one) => CAUSE.test(one))) return line;
  const below = text.slice(text.lastIndexOf(line) + line.length).split('\n', CAUSES_MAX);
  const end = below.findIndex((one, place) => place > 0 && !CAUSE.test(one));
  const root = below.slice(1, end === -1 ? undefined : end).at(-1) ?? line;
  return `${head.trim()}: ${root.replace(/^\s*(?:Caused by: )?/, '').trim()}`;
}

/** So near the end it is most likely about the command that decided the exit. */
const NEAR_END = 5;

/** Words beside which an exit code is told in brackets tell something. */
const IN_BRACKETS = / \(exit (?:code|status):? \d{1,3}\)$/;

function isTelling(line: string): boolean {
  return !EMPTY_WORDS.test(line.replace(IN_BRACKETS, '')) && !FOUND.test(line) && !isWarning(line, 0);
}

/** What stands below a headline, and is no part of a trace or of a piece of code. */
const NO_ITEM = /^(?:at |[{}^(<]|File "|\d+ [|│]|\/)/;
const HEADLINE_MAX = 100;

/** A headline is told with the first of what it announces. */
function withItem(line: string, output: string): string {
  if (!line.endsWith(':') || line.length > HEADLINE_MAX) return line;
  const item = firstLine(output.slice(output.lastIndexOf(line) + line.length)).trim();
  return item === '' || NO_ITEM.test(item) ? line : `${line} ${item}`;
}

/** The last line that opens like a complaint, else one near the end that complains. Null where none does. */
export function complaintIn(output: string): string | null {
  const line = complainingLine(output);
  return line === null ? null : withItem(line, output);
}

function complainingLine(output: string): string | null {
  let opening: string | null = null;
  for (const { index } of output.matchAll(OPENING)) {
    const line = lineAt(output, index);
    if (isTelling(line) && !line.startsWith('npm ')) opening = line;
  }
  if (opening !== null) return opening;
  for (const [line] of output.matchAll(NPM_SAYS)) if (isTelling(line)) return line;
  const lines = output.split('\n').filter((line) => line.trim() !== '');
  return (
    lines
      .slice(-NEAR_END)
      .findLast((line) => COMPLAINING.test(line) && isTelling(line))
      ?.trim() ?? null
  );
}

/** The line that complains, else the first with a word in it. */
export function errorLine(output: string): string {
  const complaint = complaintIn(output);
  if (complaint !== null) return complaint;
  const telling = output.split('\n').find((line) => /\w/.test(line) && !EMPTY_WORDS.test(line));
  return withItem((telling ?? firstLine(output)).trim(), output);
}
