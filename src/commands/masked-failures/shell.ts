// What the shell itself says: a program it did not find, a folder it could not go to, a job that ended.

import { lineAt } from '../../base/text.ts';
import type { Failure } from '../../model/outcome.ts';
import { isRealCheck, type MaskRule, type Success } from '../masked-success.ts';
import { allPrograms } from '../programs.ts';
import { failureInWords } from '../why-failed.ts';

/** A program of the command line that the shell did not find, where nothing stands in for it. */
function hiddenNotFound({ hidden, text, alternative }: Success): Failure | null {
  if (!text.includes('not found')) return null;
  const said = /^[^\n]{0,120}(?:command not found(?:: (\S{1,100}))?|: not found)$/m.exec(text);
  if (said === null) return null;
  const line = lineAt(text, said.index);
  const wanted = alternative === 'told' ? hidden.filter(isRealCheck) : hidden;
  const named = wanted.some(([program]) => {
    const name = program ?? '';
    return name.length > 1 && (said[1] === name || line.includes(`: ${name}: `));
  });
  return named ? { code: 'command-not-found', blame: 'environment', message: line } : null;
}

export const NOT_FOUND: MaskRule = {
  evidence: 'The shell did not find a program of the command line.',
  despite: ['none', 'told'],
  find: hiddenNotFound,
};

/** What shells say of a folder that they cannot go to. */
const CANNOT_GO = /\bcd(?::\d{1,6})?: [^\n]{1,400}/;
const IS_NO_FOLDER = /no such file or directory|not a directory/i;

/** What follows `cd x &&` was never run, or what follows `cd x;` ran elsewhere. */
function wrongFolder({ command, text }: Success): Failure | null {
  const said = text.includes('cd:') ? CANNOT_GO.exec(text) : null;
  if (said === null || !IS_NO_FOLDER.test(said[0])) return null;
  const named = allPrograms(command).some(
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
function endedJob({ lists, text, command }: Success): Failure | null {
  if (!lists.some(({ background }) => background)) return null;
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
