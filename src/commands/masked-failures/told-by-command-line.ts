// A command line that asks itself how a command ended, and writes that it failed: by its exit code, or in words.

import type { Failure } from '../../model/outcome.ts';
import { kindOfWords } from '../command-kind.ts';
import { ASKS_EXIT, asksVersion, type MaskRule, ONLY_TELLS, type Success, WELL_KNOWN } from '../masked-success.ts';
import { baseName, decidingPrograms } from '../programs.ts';
import { whyFailed } from '../why-failed.ts';

/** What `echo "exit: $?"` wrote. */
const SHOWN_EXIT =
  /^[^\n]{0,60}?\b(?:exit(?:[ _-]?(?:code|status))?|rc|status|EXIT(?:[ _-]?(?:CODE|STATUS))?|RC)\b["']?[ ]{0,2}[=:]?[ ]{0,2}([1-9]\d{0,2})[^\w\n]{0,12}$/m;

/** A program of the project has exit codes of its own: that it failed is told by its words as well. */
const SAYS_FAILED = /\bFAIL(?:ED|URE)\b/;

/** The command line asks for an exit code of its own, and writes that it was not zero. */
function shownExit({ command, text }: Success): Failure | null {
  const told = ASKS_EXIT.test(command) ? SHOWN_EXIT.exec(text) : null;
  if (told === null) return null;
  const asked = command
    .slice(0, command.search(ASKS_EXIT))
    .replace(/[;\n&|]?\s{0,10}(?:echo|printf)\b[^;\n]{0,200}$/, '');
  const programs = decidingPrograms(asked);
  const isKnown = programs.some((words) => {
    const kind = kindOfWords(words);
    if (kind === 'tests' || kind === 'checks' || WELL_KNOWN.test(baseName(words[0] ?? ''))) return true;
    return kind === 'program' && SAYS_FAILED.test(text.slice(0, told.index));
  });
  if (!isKnown || programs.every(asksVersion)) return null;
  const why = whyFailed({ command: asked, exitCode: Number(told[1]), stdout: text.slice(0, told.index), stderr: '' });
  return why.blame === 'expected' || why.blame === 'unknown' ? null : why;
}

export const SHOWN_EXIT_CODE: MaskRule = {
  evidence:
    'The command line asks for an exit code (`echo $?`) of a test, a check or a well-known program, or of one of the project that says that it failed, and writes one that is not zero.',
  despite: ['none', 'told', 'other'],
  find: shownExit,
};

const SAYS_SO = /\b(?:fail(?:ed|s|ure)?|error|broken|could not|did not)\b|[❌✗✘]/i;

/** Programs that ask whether something answers: that it does not is what is told. */
const PROBES = /^(?:curl|wget|ping|nc|gh)$/;

/** `npm test || echo "tests failed"`, and these words were written. */
function toldInWords({ lists, text }: Success): Failure | null {
  for (const { steps } of lists) {
    const at = steps.findIndex(({ join }) => join === '||');
    const words = steps[at]?.pipeline[0]?.words ?? [];
    const said = words.slice(1).join(' ').trim();
    if (words[0] !== 'echo' || !SAYS_SO.test(said) || /[$`*>]/.test(said)) continue;
    const told = text.split('\n').findIndex((line) => line.trim() === said);
    const before = steps.slice(0, at).map(({ pipeline }) => pipeline.at(-1)?.words ?? []);
    const asked = before.findLast((one) => !ONLY_TELLS.test(one[0] ?? '')) ?? [];
    const program = baseName(asked[0] ?? '');
    if (told === -1 || PROBES.test(program) || asksVersion(asked)) continue;
    if (kindOfWords(asked) === null && !WELL_KNOWN.test(program)) continue;
    const stdout = text.split('\n').slice(0, told).join('\n');
    const why = whyFailed({ command: asked.join(' '), exitCode: null, stdout, stderr: '' });
    if (why.blame === 'expected') continue;
    return why.message === '' ? { ...why, message: said } : why;
  }
  return null;
}

export const TOLD_IN_WORDS: MaskRule = {
  evidence:
    'The command line says in words of its own that a test, a check or a well-known program failed (`npm test || echo failed`).',
  despite: ['none', 'told', 'other'],
  find: toldInWords,
};
