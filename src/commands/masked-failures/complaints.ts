// Complaints of programs that were to read or make something, where nothing else came from them.

import { lineAt } from '../../base/text.ts';
import type { Failure } from '../../model/outcome.ts';
import { kindOfWords } from '../command-kind.ts';
import type { CommandList } from '../command-line.ts';
import { isWarning } from '../error-line.ts';
import { failureInWords } from '../failure-in-words.ts';
import {
  COMPLAINT_MAX,
  FILTERS,
  type MaskRule,
  ONLY_TELLS,
  READS,
  type Success,
  speaksOfOthers,
  undoes,
  type Words,
} from '../masked-success.ts';
import { baseName, wrapperOf } from '../programs.ts';
import { whyFailed } from '../why-failed.ts';

const ALL_IT_SAYS =
  /^(?:file-missing|revision-missing|is-folder|not-a-folder|file-exists|permission-denied|disk-full)$/;

/** What runs another program says, under its own name, that it did not. */
const CARRIER = /^(?:sudo|doas|OCI runtime exec failed): /;

/** A line in which one of the programs names itself before it complains. */
function isOwnComplaint(line: string, programs: readonly Words[]): boolean {
  return (
    CARRIER.test(line) ||
    programs.some(([program]) => program !== undefined && line.startsWith(`${baseName(program)}: `))
  );
}

/** What git says below its complaint. */
const ADVICE = /^(?:Use '--' to separate|'git <command>|hint: )/;

/** So many lines can all be complaints. */
const COMPLAINTS_MAX = 4;

/** One program, with nothing but filters or a word of the shell behind it. */
function isOneProgram(lists: readonly CommandList[]): boolean {
  const isFollowed = lists.length > 1 && ONLY_TELLS.test(lists.at(-1)?.steps[0]?.pipeline[0]?.words[0] ?? '');
  const [list, ...more] = isFollowed ? lists.slice(0, -1) : lists;
  const pipeline = more.length === 0 && list?.steps.length === 1 ? list.steps[0]?.pipeline : undefined;
  if (pipeline === undefined || (pipeline.length < 2 && !isFollowed)) return false;
  const [program = '', ...rest] = pipeline.map(({ words }) => baseName(words[0] ?? ''));
  return (READS.test(program) || !FILTERS.test(program)) && rest.every((name) => FILTERS.test(name));
}

/** What an `echo` of the command line wrote, and counts of nothing. */
function isOwnWord(line: string, programs: readonly Words[]): boolean {
  if (line.trim() === '0') return true;
  return programs.some(
    ([program, ...words]) => ONLY_TELLS.test(program ?? '') && words.join(' ').includes(line.trim()),
  );
}

/** Who wants to see what `ls` complains of asks whether something is there. */
function asksWhatIsThere(words: Words): boolean {
  return words[0] === 'ls' && words.includes('2>&1');
}

/** All that came is complaints of the programs before a filter, or of every program that was to read something: they got nothing. */
function onlyComplaint({ lists, programs, text, command, alternative }: Success): Failure | null {
  if (alternative === 'told' || text.length > COMPLAINT_MAX) return null;
  const readers = programs.filter(([program]) => !ONLY_TELLS.test(program ?? ''));
  if (readers.every((words) => FILTERS.test(words[0] ?? '') || asksWhatIsThere(words))) return null;
  const onlyReads = readers.every(([program]) => READS.test(baseName(program ?? '')) || FILTERS.test(program ?? ''));
  if (!onlyReads && (alternative !== 'none' || !isOneProgram(lists))) return null;
  const lines = text
    .trim()
    .split('\n')
    .filter((line) => !ADVICE.test(line) && !isOwnWord(line, programs));
  if (lines.length > COMPLAINTS_MAX) return null;
  const found = lines.map((line) => {
    const why = failureInWords(line, command);
    if (why === null || why.blame === 'expected') return null;
    return ALL_IT_SAYS.test(why.code) || isOwnComplaint(line, programs) ? why : null;
  });
  return found.includes(null) ? null : (found[0] ?? null);
}

export const ONLY_COMPLAINS: MaskRule = {
  evidence:
    'All that came from a program whose exit code decides nothing (`cat x | head`, a command in a script), or from programs that only read, is complaints.',
  despite: ['none', 'other'],
  find: onlyComplaint,
};

/** Programs that look for something, or clear it away: what is not there is an answer, or was to go. */
const ASKS_OR_CLEARS = /^(?:which|type|command|test|rm|rmdir|unlink|kill|pkill|killall|mkdir|systemctl|launchctl)$/;
/** What programs that walk through folders meet on their way, and what a later try may not meet. */
const WALKS = /^(?:find|du|ls|tree|fd|[ef]?grep|rg|tar|rsync|chmod|chown)$/;
const ON_THE_WAY = /^(?:permission-denied|is-folder)$/;
const UNTIL_LATER = /^(?:file-exists|no-connection|resource-busy)$/;
/** Parsers of options put the subcommand behind the name. */
const NAMED = /^(?:\/\S{0,200}\/)?([\w.+-]{1,40})(?:(?: [\w-]{1,30}){1,3}(?=: error: ))?: {1,3}(?=\S)/gm;
const CANNOT = /^(?:[^\n]{1,200}: )?(?:error|fatal|cannot|can't|could not|couldn't|unable|failed|invalid|unknown)\b/i;

/** Whether a line has the whole of a word, not the beginning of a path. */
function names(line: string, word: string): boolean {
  const at = line.indexOf(word);
  return word !== '' && at !== -1 && !/[\w/\\.-]/.test(line[at + word.length] ?? '');
}

/** What shows files may show the complaints of others: its own name one of its operands, as far as they are known. */
function isItsFile([program = '', ...words]: Words, line: string): boolean {
  if (!READS.test(baseName(program))) return true;
  return words.some((word) => /[$*?`{~]/.test(word) || (!word.startsWith('-') && names(line, word)));
}

/** The failure that a program tells of under its own name. */
function toldBy(words: Words, line: string, said: string): Failure | null {
  const command = words.join(' ');
  const known = failureInWords(line, command);
  if (known !== null) return known.code === 'wrong-usage' || isItsFile(words, line) ? known : null;
  return CANNOT.test(said) && !isWarning(line, 0)
    ? whyFailed({ command, exitCode: null, stdout: line, stderr: '' })
    : null;
}

/** What some agents put in place of a program, under its name. */
const STANDS_FOR: ReadonlyMap<string, string> = new Map([['ugrep', 'grep']]);

/** A program says under its own name that it failed, wherever that stands; what ran after it had another end. */
function namedComplaint({ hidden, text, command, alternative }: Success): Failure | null {
  for (const { 0: opening, 1: program = '', index } of text.matchAll(NAMED)) {
    if (ASKS_OR_CLEARS.test(program)) continue;
    const isOwner = (words: Words): boolean =>
      words
        .slice(0, INTERPRETS.test(baseName(words[0] ?? '')) ? 2 : 1)
        .some((word) => baseName(word) === (STANDS_FOR.get(program) ?? baseName(program)));
    const owners = hidden.filter((words) => isOwner(words) && !undoes(words) && !asksWhatIsThere(words));
    // `sudo` and its kind are no part of the words: they stand before the program.
    const isWrapper = alternative === 'none' && wrapperOf(program) !== undefined && command.includes(`${program} `);
    if (isWrapper) owners.push([program]);
    const line = owners.length === 0 ? '' : lineAt(text, index);
    for (const words of owners) {
      const why = toldBy(words, line, line.slice(opening.length));
      if (why === null || why.blame === 'expected' || UNTIL_LATER.test(why.code)) continue;
      if (!(WALKS.test(program) && ON_THE_WAY.test(why.code))) return why;
    }
  }
  return null;
}

export const COMPLAINS_BY_NAME: MaskRule = {
  evidence:
    "A program whose exit code decides nothing says under its own name that it failed (`sed: can't read x`), and other commands followed.",
  despite: ['none'],
  find: namedComplaint,
};

/** Programs whose output is somebody else's words. */
const TELLS_OF_OTHERS = /^(?:git|gh|curl|wget|ssh|psql|sqlite3|mysql|jq|yq|journalctl|dmesg|history|strings|xxd|diff)$/;
const SAYS_ERROR =
  /^\W{0,4}(?:[\w. -]{1,40}: |[\w.-]{1,40} (?=error|fatal)){0,2}(?:error|fatal)(?:\[[\w-]{1,40}\])?: \S|^(?:failed|unable|cannot|could not|unknown|invalid|unrecogni[sz]ed|unsupported) (?:to )?\w/i;
/** Interpreters, whose scripts may write anything last. */
const INTERPRETS = /^(?:python[\d.]*|node|ruby|php|perl|deno|bun|tsx|bash|sh)$/;

/** Whether the filters behind a program let its first lines through. */
function hasHead({ lists, text }: Success): boolean {
  const filters = lists.at(-1)?.steps.at(-1)?.pipeline.slice(1) ?? [];
  return filters.every(({ words: [program, option = ''] }) => {
    if (program === 'head' || program === 'cat') return true;
    const count = /^-n?(\d{1,4})$/.exec(option)?.[1];
    return program === 'tail' && count !== undefined && text.trimEnd().split('\n').length < Number(count);
  });
}

/** The first or the last thing that the only program says is that it failed. */
function errorAtAnEnd(success: Success): Failure | null {
  const { hidden, programs, text, lists, alternative } = success;
  const [only, ...more] = programs.filter(([program = '']) => {
    const name = baseName(program);
    return !(ONLY_TELLS.test(name) || FILTERS.test(name) || READS.test(name));
  });
  const program = baseName(only?.[0] ?? '');
  const isOnly = more.every(([other]) => baseName(other ?? '') === program);
  if (only === undefined || !isOnly || alternative !== 'none') return null;
  if (!hidden.some(([name]) => baseName(name ?? '') === program)) return null;
  if (TELLS_OF_OTHERS.test(program) || speaksOfOthers(only)) return null;
  const said = text.trim().split('\n');
  const isLast = SAYS_ERROR.test(said.at(-1) ?? '') && !INTERPRETS.test(program) && kindOfWords(only) !== 'program';
  if (!isLast && !(SAYS_ERROR.test(said[0] ?? '') && hasHead(success))) return null;
  // What others wrote behind it is theirs.
  if (!isLast && lists.length > 1) return null;
  const why = whyFailed({ command: only.join(' '), exitCode: null, stdout: text, stderr: '' });
  return why.blame === 'expected' ? null : why;
}

export const ERROR_AT_AN_END: MaskRule = {
  evidence:
    'The only program that does something begins its output by saying that it failed, or ends it so, and its exit code decides nothing.',
  despite: ['none'],
  find: errorAtAnEnd,
};
