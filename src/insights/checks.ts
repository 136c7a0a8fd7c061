// Recognises commands that check the work: tests, types, linters, builds. By the name of the program and its subcommand,
// never by what it printed.

import { type CallStatus, isUnexpectedFailure } from '../model/outcome.ts';
import { type CallRef, callRef, type SeenCall, type SessionView } from './session-view.ts';

export const CHECK_KINDS = ['tests', 'types', 'lint', 'build'] as const;
export type CheckKind = (typeof CHECK_KINDS)[number];

/**
 * `hidden-failure`: the command ended well, and something in it failed. `unclear`: it ended well, but its status is that of
 * another command (`npm test | tail`), and no failure was seen. `open`: no end is on record, or not how it ended.
 */
export type CheckResult = 'passed' | 'failed' | 'hidden-failure' | 'unclear' | 'not-run' | 'open';

export interface Check extends CallRef {
  readonly kind: CheckKind;
  readonly command: string;
  readonly result: CheckResult;
  readonly at: number | null;
  /** No file was changed after it, as far as the calls tell. */
  readonly isAfterLastEdit: boolean;
}

/** Programs that are a check by themselves. */
const PROGRAMS: Readonly<Record<string, CheckKind>> = {
  pytest: 'tests',
  'py.test': 'tests',
  tox: 'tests',
  nox: 'tests',
  vitest: 'tests',
  jest: 'tests',
  mocha: 'tests',
  ava: 'tests',
  playwright: 'tests',
  cypress: 'tests',
  rspec: 'tests',
  phpunit: 'tests',
  ctest: 'tests',
  bats: 'tests',
  gotestsum: 'tests',
  tsc: 'types',
  'vue-tsc': 'types',
  mypy: 'types',
  pyright: 'types',
  eslint: 'lint',
  biome: 'lint',
  ruff: 'lint',
  flake8: 'lint',
  pylint: 'lint',
  rubocop: 'lint',
  'golangci-lint': 'lint',
  shellcheck: 'lint',
  webpack: 'build',
  rollup: 'build',
  rolldown: 'build',
  esbuild: 'build',
};

/** Programs that run others or scripts: the next word that is no option tells. */
const RUNNERS: ReadonlySet<string> = new Set([
  'npm',
  'pnpm',
  'yarn',
  'bun',
  'npx',
  'pnpx',
  'bunx',
  'deno',
  'node',
  'make',
  'just',
  'cargo',
  'go',
  'swift',
  'dotnet',
  'mvn',
  './mvnw',
  'gradle',
  './gradlew',
  'rake',
  'bundle',
  'poetry',
  'uv',
  'uvx',
  'hatch',
  'pipenv',
  'python',
  'python3',
  'bazel',
  'nx',
  'turbo',
  'mix',
  'composer',
  'vite',
]);

/** Words that lead from a runner to what it runs. */
const STEPS: ReadonlySet<string> = new Set(['run', 'exec', 'run-script', 'x', '-m', 'dlx', 'task']);

const SUBCOMMANDS: Readonly<Record<string, CheckKind>> = {
  test: 'tests',
  tests: 'tests',
  t: 'tests',
  '--test': 'tests',
  unittest: 'tests',
  nextest: 'tests',
  e2e: 'tests',
  spec: 'tests',
  verify: 'tests',
  typecheck: 'types',
  'type-check': 'types',
  types: 'types',
  check: 'types',
  vet: 'lint',
  clippy: 'lint',
  lint: 'lint',
  build: 'build',
  compile: 'build',
  package: 'build',
  assemble: 'build',
};

/** Characters of a command that are looked at. */
const MOST_TEXT = 4000;

/** Prefixes of a command that change nothing of what it is. */
const PREFIXES: ReadonlySet<string> = new Set([
  'sudo',
  'time',
  'env',
  'nice',
  'timeout',
  'exec',
  'command',
  'xvfb-run',
]);

function ofSubcommand(word: string): CheckKind | undefined {
  const name = word.split(':')[0] ?? '';
  return SUBCOMMANDS[word] ?? SUBCOMMANDS[name] ?? PROGRAMS[word];
}

function isAssignment(word: string): boolean {
  const equals = word.indexOf('=');
  return equals > 0 && /^\w+$/.test(word.slice(0, equals));
}

/** One simple command: its words. */
function kindOfWords(words: readonly string[]): CheckKind | undefined {
  let at = 0;
  while (at < words.length) {
    const word = words[at] ?? '';
    if (!PREFIXES.has(word) && !isAssignment(word) && !/^\d+[smh]?$/.test(word)) break;
    at++;
  }
  const program = words[at] ?? '';
  const name = program.slice(program.lastIndexOf('/') + 1);
  const own = PROGRAMS[name];
  if (own !== undefined) return own;
  if (!RUNNERS.has(program) && !RUNNERS.has(name)) return undefined;
  for (const word of words.slice(at + 1)) {
    if (STEPS.has(word)) continue;
    const kind = ofSubcommand(word);
    if (kind !== undefined) return kind;
    if (RUNNERS.has(word)) continue;
    if (!word.startsWith('-')) return undefined;
  }
  return undefined;
}

/** What stands between the parts of a command line. Quotes are not looked into: a check is seldom quoted. */
const JOINTS = /(&&|\|\||2?>&1?|[;|&\n(){}])/;

interface FoundCheck {
  readonly kind: CheckKind;
  /** The status of the whole is that of the check. */
  readonly decides: boolean;
}

/** What a command checks, by the first part that checks something. */
export function checkIn(command: string): FoundCheck | undefined {
  const parts = command.slice(0, MOST_TEXT).split(JOINTS);
  for (let at = 0; at < parts.length; at += 2) {
    const kind = kindOfWords((parts[at] ?? '').trim().split(/\s+/));
    if (kind === undefined) continue;
    const rest = parts.slice(at + 1);
    const joints = rest.filter(
      (part, index) => index % 2 === 0 && !part.includes('>') && (part !== '\n' || hasMore(rest, index)),
    );
    const isStrict = command.includes('pipefail') || command.includes('set -e');
    return { kind, decides: joints.every((joint) => joint === '&&' || (isStrict && joint !== '||' && joint !== '&')) };
  }
  return undefined;
}

function hasMore(parts: readonly string[], after: number): boolean {
  return parts.slice(after + 1).some((part) => part.trim() !== '');
}

const OPEN: ReadonlySet<CallStatus> = new Set(['running', 'background', 'lost', 'unknown']);

function resultOf(call: SeenCall, decides: boolean): CheckResult {
  if (call.masked !== null) return 'hidden-failure';
  if (OPEN.has(call.status)) return 'open';
  if (isUnexpectedFailure(call) || call.status === 'error') return 'failed';
  if (call.status === 'ok' && (call.failure === null || call.failure.blame === 'expected')) {
    return decides ? 'passed' : 'unclear';
  }
  if (call.status === 'ok') return 'failed';
  return 'not-run';
}

/** All checks of a session, in their order. `lastEdit` is the place of the last call that changed a file. */
export function checksOf({ calls }: Pick<SessionView, 'calls'>, lastEdit: number): Check[] {
  return calls.flatMap((call, index): Check[] => {
    const { command } = call.facts;
    const found = command === undefined ? undefined : checkIn(command);
    if (command === undefined || found === undefined) return [];
    const { kind, decides } = found;
    const at = call.endedAt ?? call.requestedAt;
    return [
      { ...callRef(call), kind, command, result: resultOf(call, decides), at, isAfterLastEdit: index > lastEdit },
    ];
  });
}
