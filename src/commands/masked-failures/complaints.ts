// Complaints of programs that were to read or make something, where nothing else came from them.

import type { Failure } from '../../model/outcome.ts';
import type { CommandList } from '../command-line.ts';
import {
  COMPLAINT_MAX,
  FILTERS,
  type MaskRule,
  ONLY_TELLS,
  PASSES_ON,
  SHOWS,
  type Success,
  type Words,
} from '../masked-success.ts';
import { allPrograms, baseName } from '../programs.ts';
import { failureInWords, whyFailed } from '../why-failed.ts';

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

/** Programs that read files and folders, and whose operands name them. */
const READS = /^(?:ls|cat|head|tail|sed|find|stat|wc|du|tree|file|nl|cd)$/;

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

/** All that came is complaints of the programs before a filter, or of every program that was to read something: they got nothing. */
function onlyComplaint({ lists, text, command, alternative }: Success): Failure | null {
  if (text.length > COMPLAINT_MAX) return null;
  const programs = allPrograms(command);
  const readers = programs.filter(([program]) => !ONLY_TELLS.test(program ?? ''));
  const onlyReads = readers.every(([program]) => READS.test(baseName(program ?? '')));
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

/** A program that was to read one file says that it is not there; what follows it had another end. */
function fileNotThere({ hidden, text, command }: Success): Failure | null {
  for (const [program = '', ...words] of hidden) {
    const name = baseName(program);
    const [operand, ...more] = words.filter((word) => !/^-|^\d?>/.test(word));
    if (!READS.test(name) || operand === undefined || more.length > 0 || /[*?[{$]/.test(operand)) continue;
    const said = text
      .split('\n')
      .find((line) => line.startsWith(`${name}: `) && line.includes(operand.replace(/^~/, '')));
    const why = said === undefined ? null : failureInWords(said, command);
    if (why?.code === 'file-missing') return why;
  }
  return null;
}

export const FILE_NOT_THERE: MaskRule = {
  evidence: 'A program that was to read one file says that it is not there, and other commands followed.',
  despite: ['none'],
  find: fileNotThere,
};

/** Programs whose output is somebody else's words. */
const TELLS_OF_OTHERS = /^(?:git|gh|curl|wget|ssh|psql|sqlite3|mysql|jq|yq|journalctl|dmesg|history|strings|xxd|diff)$/;
const OPENS_WITH_ERROR = /^(?:[\w.-]{1,40}: )?(?:error|fatal)(?:\[[\w-]{1,40}\])?: \S/i;

/** How many lines the last filter lets through from the end; none where it cuts nothing off at the head. */
function isWhole({ lists, text }: Success): boolean {
  const filters = lists.at(-1)?.steps.at(-1)?.pipeline.slice(1) ?? [];
  return (
    filters.length > 0 &&
    filters.every(({ words: [program, option = ''] }) => {
      if (program === 'head' || program === 'cat') return true;
      const count = /^-n?(\d{1,4})$/.exec(option)?.[1];
      return program === 'tail' && count !== undefined && text.trimEnd().split('\n').length < Number(count);
    })
  );
}

/** The first thing that a program before `head` or `tail` says is that it failed. */
function opensWithError(success: Success): Failure | null {
  const { hidden, text } = success;
  const [only, ...more] = hidden.filter(([program]) => !ONLY_TELLS.test(program ?? '') && program !== 'cd');
  if (only === undefined || more.length > 0 || !OPENS_WITH_ERROR.test(text.trimStart())) return null;
  const program = baseName(only[0] ?? '');
  if (FILTERS.test(program) || READS.test(program) || TELLS_OF_OTHERS.test(program)) return null;
  if (only.slice(1, 4).some((word) => SHOWS.test(word) || PASSES_ON.test(word)) || !isWhole(success)) return null;
  const why = whyFailed({ command: only.join(' '), exitCode: null, stdout: text, stderr: '' });
  return why.blame === 'expected' ? null : why;
}

export const ERROR_FIRST: MaskRule = {
  evidence: 'A program before `head` or `tail` begins its output by saying that it failed.',
  despite: ['none'],
  find: opensWithError,
};
