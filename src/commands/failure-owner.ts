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

/** How a failure is classed. */
type Classed = Pick<Failure, 'code' | 'blame'>;

/** What the command and what it is for make of a failure. Null where its words were enough. */
type Owner = (found: Failure, command: string, kind: CommandKind | null) => Classed | null;

const INSTALL_FAILED: Classed = { code: 'install-failed', blame: 'environment' };

const ofUnknownProgram: Owner = ({ code, blame, message }, command, kind) => {
  const name = unknownProgram(message);
  if (name !== undefined && isOfPattern(name, command)) return { code, blame: 'agent' };
  // A word of another shell that a script of the project has.
  if (blame === 'agent' && name !== undefined && !command.includes(name)) return { code, blame: 'environment' };
  if (isNoScript(message, command)) return { code: 'wrong-usage', blame: 'agent' };
  return kind === 'install' && /^(?:npm|yarn|pnpm|error) /.test(message) ? INSTALL_FAILED : null;
};

const ofException: Owner = ({ message }, command, kind) => {
  if (kind === 'checks' && /^(?:Syntax|Indentation|Tab)Error\b/.test(message))
    return { code: 'checks-failed', blame: 'code' };
  return kind === 'install' && !INSTALLS_PROJECT.test(command) ? INSTALL_FAILED : null;
};

/** An option that the command does not have was given by what it runs: a task, a Makefile. */
function isOthersOption(message: string, command: string): boolean {
  const options = NOT_TAKEN.test(message) ? (message.match(OPTIONS) ?? []) : [];
  return options.some((option) => option.startsWith('-')) && !options.some((option) => command.includes(option));
}

const ofUsage: Owner = ({ message }, command, kind) => {
  if (isOthersContainer(message, command)) return { code: 'no-connection', blame: 'environment' };
  const checks = kind === 'checks' || kind === 'tests';
  return checks && isOthersOption(message, command) ? { code: `${kind}-failed`, blame: 'code' } : null;
};

const OWNERS: ReadonlyMap<string, Owner> = new Map<string, Owner>([
  ['command-not-found', ofUnknownProgram],
  ['program-raised', ofException],
  ['wrong-usage', ofUsage],
  [
    'checks-failed',
    ({ message }, command) => (isFarMakefile(message, command) ? { code: 'file-missing', blame: 'agent' } : null),
  ],
  [
    'file-exists',
    ({ code, message }, command) => (namesPlace(message, command) ? null : { code, blame: 'environment' }),
  ],
  ['module-missing', ({ code, message }, command) => (isOwnFolder(message, command) ? { code, blame: 'agent' } : null)],
]);

/** What the words alone cannot tell: whose option or name it was, and what an exception came of. */
export function withOwner(found: Failure, command: string, kind: CommandKind | null): Failure {
  return { ...found, ...OWNERS.get(found.code)?.(found, command, kind) };
}
