// Whose problem a failure is where the words alone cannot tell: whose option or name it was, and what an exception came of.

import type { Failure } from '../model/outcome.ts';
import { CHECK_PROGRAMS } from './check-programs.ts';
import type { CommandKind } from './command-kind.ts';
import { baseName } from './programs.ts';

const NOT_TAKEN = /\b(?:un(?:known|recogni[sz]ed|expected|supported)|invalid|illegal|no such|bad)\b/i;
const OPTIONS = /(?<=^|[\s'"`:])--?[a-zA-Z][\w-]{1,60}|(?<=["'`])[a-zA-Z][\w-]{2,60}(?=["'`])/g;

/** What is built on the way is the code under work. */
const INSTALLS_PROJECT = /\s\.(?:\/?(?:\s|$)|\[)/;

/** The name in what a shell says of a program that it does not know. */
const UNKNOWN_PROGRAM =
  /command not found: (\S{1,60})$|(?:^|: )'?([\w.-]{1,60})'?(?:: (?:command )?not found$| is not recognized as )/;

function unknownProgram(message: string): string | undefined {
  const said = UNKNOWN_PROGRAM.exec(message);
  return said?.[1] ?? said?.[2];
}

/** A part of a pattern or a path that the shell took for a program: behind a `|` whose quotes did not hold, or in brackets. */
function isOfPattern(name: string, command: string): boolean {
  // PowerShell runs what stands in brackets, also in the middle of a path.
  const bracket = command.indexOf(`(${name})`);
  const next = command[bracket + name.length + 2] ?? '';
  if (bracket !== -1 && (/[\w/\\.-]/.test(command[bracket - 1] ?? '') || /[/\\]/.test(next))) return true;
  const at = command.indexOf(`|${name}`);
  return at > 0 && /[^\s|]/.test(command[at - 1] ?? '') && /["'|]/.test(command[at + 1 + name.length] ?? '');
}

/** What a runner of scripts says of a word that is neither a script nor a program. */
const NEITHER = /\bCommand "([^"\n]{1,100})" not found\b/;

/** `pnpm tset`: a script that the project does not have. A test program or a checker is known by its name, and is not installed. */
function isNoScript(message: string, command: string): boolean {
  const name = NEITHER.exec(message)?.[1];
  return name !== undefined && !CHECK_PROGRAMS.has(name) && !/\b(?:exec|dlx|npx)\b/.test(command);
}

const MODULE_OF_PYTHON = /\bNo module named '?([A-Za-z_]\w{0,60})/;

/** Names that projects give to their own packages. */
const OWN_PACKAGE =
  /^(?:app|apps|src|tests?|backend|frontend|core|config|models?|api|scripts?|services?|server|plugins|lib|main|utils|common)$/;
const INLINE = /\s-c\s|<<|\s-\s*$/;

/** `python tests/run.py` does not find the package `tests`: it is there, and Python was not told where. A script that the command carries was run elsewhere. */
function isOwnFolder(message: string, command: string): boolean {
  const name = MODULE_OF_PYTHON.exec(message)?.[1];
  if (name === undefined) return false;
  return (
    ((OWN_PACKAGE.test(name) || command.includes('sys.path')) && INLINE.test(command)) ||
    new RegExp(`(?:^|[\\s/\\\\"'])${name}[/\\\\]\\S{0,200}\\.py\\b`).test(command)
  );
}

/** `make -f elsewhere/Makefile`: the files that it needs lie beside it, not where make was started. */
function isFarMakefile(message: string, command: string): boolean {
  return message.includes(', needed by ') && /\bmake\b[^;&|\n]{0,200}\s-f\s{0,3}[\w.~-]{0,100}\//.test(command);
}

/** A container that a tool looked for, and not the command: what should run does not. */
function isOthersContainer(message: string, command: string): boolean {
  const name = /\bNo such container: ([\w.-]{1,100})/.exec(message)?.[1];
  return name !== undefined && !command.includes(name);
}

const NAMED = /['"`‘“]([^'"`‘’“”\n]{1,200})['"`’”]|(?<![\w.@~/\\-])([\w.@~-]{0,100}[/\\][\w.@~/\\-]{1,300})/g;

/** Whether the command names what is there already; a task that it ran may have made up the name. */
function namesPlace(message: string, command: string): boolean {
  const names = Array.from(message.matchAll(NAMED), ([, quoted, path]) => baseName(quoted ?? path ?? ''));
  return names.length === 0 || names.some((name) => command.includes(name));
}

/** What the words alone cannot tell: whose option or name it was, and what an exception came of. */
export function withOwner(found: Failure, command: string, kind: CommandKind | null): Failure {
  const unknown = found.code === 'command-not-found' ? unknownProgram(found.message) : undefined;
  if (unknown !== undefined && isOfPattern(unknown, command)) return { ...found, blame: 'agent' };
  // A word of another shell that a script of the project has.
  if (found.blame === 'agent' && unknown !== undefined && !command.includes(unknown))
    return { ...found, blame: 'environment' };
  if (found.code === 'command-not-found' && isNoScript(found.message, command))
    return { code: 'wrong-usage', blame: 'agent', message: found.message };
  if (kind === 'install' && found.code === 'command-not-found' && /^(?:npm|yarn|pnpm|error) /.test(found.message))
    return { code: 'install-failed', blame: 'environment', message: found.message };
  if (kind === 'checks' && found.code === 'program-raised' && /^(?:Syntax|Indentation|Tab)Error\b/.test(found.message))
    return { code: 'checks-failed', blame: 'code', message: found.message };
  if (isFarMakefile(found.message, command)) return { code: 'file-missing', blame: 'agent', message: found.message };
  if (found.code === 'wrong-usage' && isOthersContainer(found.message, command))
    return { code: 'no-connection', blame: 'environment', message: found.message };
  if (found.code === 'file-exists' && !namesPlace(found.message, command)) return { ...found, blame: 'environment' };
  if (found.code === 'module-missing' && isOwnFolder(found.message, command)) return { ...found, blame: 'agent' };
  if (kind === 'install' && found.code === 'program-raised' && !INSTALLS_PROJECT.test(command))
    return { code: 'install-failed', blame: 'environment', message: found.message };
  if (found.code !== 'wrong-usage' || (kind !== 'checks' && kind !== 'tests')) return found;
  if (!NOT_TAKEN.test(found.message)) return found;
  // An option that the command does not have was given by what it runs: a task, a Makefile.
  const options = found.message.match(OPTIONS) ?? [];
  if (!options.some((option) => option.startsWith('-')) || options.some((option) => command.includes(option)))
    return found;
  return { code: `${kind}-failed`, blame: 'code', message: found.message };
}
