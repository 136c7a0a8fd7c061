// What the shell itself says: a program it did not find, a folder it could not go to, a job that ended.

import { lineAt } from '../../base/text.ts';
import type { Failure } from '../../model/outcome.ts';
import { failureInWords } from '../failure-in-words.ts';
import { asksVersion, isRealCheck, type MaskRule, type Success, type Words } from '../masked-success.ts';
import { RECORD_LABEL } from '../powershell-records.ts';
import { baseName, wrapperOf } from '../programs.ts';

/** A program of the command line that the shell did not find, where nothing stands in for it. */
function hiddenNotFound({ hidden, text, command, alternative }: Success): Failure | null {
  if (!text.includes('not found')) return null;
  const said = /^[^\n]{0,120}(?:command not found(?:: (\S{1,100}))?|: not found)$/m.exec(text);
  if (said === null) return null;
  const line = lineAt(text, said.index);
  // Who lets it fail does not foresee that nothing runs at all.
  const wanted = alternative === 'told' && line.trim() !== text.trim() ? hidden.filter(isRealCheck) : hidden;
  // `timeout` and its kind are no part of the words: they stand before the program.
  const wrapper = /^(?:[^\s:]{1,100}: (?:line \d{1,6}: )?)?([\w-]{2,20}): command not found$/.exec(line)?.[1] ?? '';
  const named =
    (wrapperOf(wrapper) !== undefined && command.includes(`${wrapper} `)) ||
    wanted.some((words) => {
      const [name = ''] = words;
      if (asksVersion(words)) return false;
      return name.length > 1 && (said[1] === name || line.includes(`: ${name}: `));
    });
  return named ? { code: 'command-not-found', blame: 'environment', message: line } : null;
}

export const NOT_FOUND: MaskRule = {
  evidence: 'The shell did not find a program of the command line.',
  despite: ['none', 'told'],
  find: hiddenNotFound,
};

/** A shell under its own name, and what it says. */
const SHELL_SAYS =
  /^(?:\S{0,200}\/)?(?:(?:ba|da|k|z)?sh|\(eval\))(?::\w{1,20})?:(?:(?: line)? ?\d{1,6}:)? {1,3}(\S[^\n]{0,1000})$/gm;
const CANNOT_RUN =
  /^(?:file-missing|permission-denied|not-executable|is-folder|not-a-folder|shell-syntax|command-not-found)$/;

/** Words of the shell's own that ask, or end what may have ended. */
const ASKS_OR_ENDS = /^(?:kill|type|hash|wait|fg|bg|cd|popd|unalias): /;

/** The shells of agents, with the line of the script that they were given: other programs run `sh`. */
const OWN_SHELL = /^(?:\S{0,200}\/)?(?:zsh(?::\w{1,20})?:\d|\(eval\):\d|bash: line \d)/;
/** Programs that show texts, in which a shell may say anything. */
const SHOWS_TEXT =
  /^(?:cat|head|tail|sed|less|more|nl|bat|grep|egrep|rg|ag|awk|jq|git|gh|journalctl|ssh|curl|python[\d.]*|node)$/;

/** Whether no program of the command line shows texts. */
function showsNoText({ lists }: Success): boolean {
  const isText = (words: Words) => SHOWS_TEXT.test(baseName(words[0] ?? '')) || words.includes('logs');
  return !lists.some(({ steps }) => steps.some(({ pipeline: [first] }) => isText(first?.words ?? [])));
}

/** Whether what the shell says is about this word. */
function isAbout(said: string, word: string): boolean {
  if (word.length < 2) return false;
  return said.startsWith(`${word}: `) || said.endsWith(`: ${word}`) || said === `${word.slice(1)} not found`;
}

const ASKS_WHERE = /^(?:which|type|whereis|where|hash)$/;

/** A word of a command that the shell did not get to run: a pattern that names no file, a program it may not start. */
function refusedWord(success: Success): Failure | null {
  for (const [line, said = ''] of success.text.matchAll(SHELL_SAYS)) {
    if (ASKS_OR_ENDS.test(said)) continue;
    const named = (words: Words) => words.some((word) => isAbout(said, word));
    const isHidden = success.hidden.some(
      (words) => named(words) && !asksVersion(words) && !ASKS_WHERE.test(words[0] ?? ''),
    );
    // One that no word of the command line fits was made by the shell: of a variable, of a script.
    const isOwn = () => OWN_SHELL.test(line) && showsNoText(success) && !success.programs.some(named);
    const why = isHidden || isOwn() ? failureInWords(line, null) : null;
    if (why !== null && CANNOT_RUN.test(why.code)) return why;
  }
  return null;
}

export const REFUSED_BY_SHELL: MaskRule = {
  evidence:
    'The shell says under its own name that it did not run a command, and names a word of it: a pattern that names no file, a program that it may not start.',
  despite: ['none'],
  find: refusedWord,
};

/** PowerShell goes on behind a statement that raised, and the last one decides. */
export const STATEMENT_RAISED: MaskRule = {
  evidence: 'PowerShell shows the error record of a statement, and went on with the next one.',
  despite: ['none'],
  find({ text, command, programs }) {
    const found = text.includes(RECORD_LABEL) ? failureInWords(text, command) : null;
    if (found === null || found.blame === 'expected') return null;
    // A look at what is installed
    const asks = programs.some((words) => asksVersion(words) && found.message.includes(`'${words[0] ?? ''}'`));
    return found.code === 'command-not-found' && asks ? null : found;
  },
};

/** What shells say of a folder that they cannot go to. */
const CANNOT_GO = /\bcd(?::\d{1,6})?: [^\n]{1,400}/;
const IS_NO_FOLDER = /no such file or directory|not a directory/i;

/** What follows `cd x &&` was never run, or what follows `cd x;` ran elsewhere. */
function wrongFolder({ command, programs, text, alternative }: Success): Failure | null {
  const said = alternative === 'none' && text.includes('cd:') ? CANNOT_GO.exec(text) : null;
  if (said === null || !IS_NO_FOLDER.test(said[0])) return null;
  const named = programs.some(
    ([program, folder]) => program === 'cd' && folder !== undefined && said[0].includes(folder),
  );
  return named ? failureInWords(lineAt(text, said.index), command) : null;
}

export const WRONG_FOLDER: MaskRule = {
  evidence: 'The shell could not go to a folder, so that what follows was not run, or was run elsewhere.',
  despite: ['none'],
  find: wrongFolder,
};

/** What bash says of a job in the background that ended by itself; ends that somebody wanted are told in other words or codes. */
const JOB_ENDED = /^\[\d{1,4}\][+-]? {1,9}Exit (?!124\b|13\d\b|14[3-4]\b)[1-9]\d{0,2} /m;

/** A server that found its port taken, and no other. */
const PORT_TAKEN = /\bEADDRINUSE\b|\baddress already in use\b/;

/** A program that was started in the background did not stay there. */
function endedJob({ lists, text, command, alternative }: Success): Failure | null {
  if (alternative !== 'none' || !lists.some(({ background }) => background)) return null;
  const taken = PORT_TAKEN.exec(text);
  if (taken !== null) return failureInWords(lineAt(text, taken.index), command);
  const said = JOB_ENDED.exec(text);
  if (said === null) return null;
  const found = failureInWords(text, command);
  if (found !== null && found.blame !== 'expected') return found;
  return { code: 'program-failed', blame: 'code', message: lineAt(text, said.index) };
}

export const ENDED_JOB: MaskRule = {
  evidence:
    'The shell says that a program in the background ended with a code of its own, or the program that its port is taken.',
  despite: ['none'],
  find: endedJob,
};
