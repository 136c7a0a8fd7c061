// Finds the checks that a command line runs: tests, types, linters, builds, deployments. By program and subcommand, never
// by what was printed.

import { CHECK_PROGRAMS, NO_CHECK, verbFirst } from './check-programs.ts';
import { allPrograms, baseName, decidingPrograms } from './programs.ts';

export const CHECK_KINDS = ['tests', 'types', 'lint', 'build', 'checks', 'deployment'] as const;

/** `checks`: a task of that name, which may hold any of the others, or a look at what CI says. */
export type CheckKind = (typeof CHECK_KINDS)[number];

export interface FoundCheck {
  readonly kind: CheckKind;
  /** From the program on. */
  readonly words: readonly string[];
  /** When the command line succeeds, so did the check. */
  readonly decides: boolean;
  /** Only some of what there is: tests by name, by file. */
  readonly isPart: boolean;
}

function table(kinds: Readonly<Record<CheckKind, string>>): ReadonlyMap<string, CheckKind> {
  return new Map(
    CHECK_KINDS.flatMap((kind) => kinds[kind].split(' ').map((name): [string, CheckKind] => [name, kind])),
  );
}

/** A formatter puts code in order, and says nothing of whether it is right. */
function kindOfProgram(word: string): CheckKind | undefined {
  const kind = CHECK_PROGRAMS.get(baseName(word));
  return kind === 'format' ? undefined : kind;
}

/** Subcommands and names of tasks. */
const TASKS = table({
  tests: 'test tests t --test unittest nextest e2e spec verify pytest',
  types: 'typecheck type-check types tsc',
  lint: 'vet clippy lint linting',
  build: 'build compile package assemble',
  checks: 'check checks ci validate',
  deployment: 'deploy',
});

/** Words that lead from a runner to what it runs. */
const STEPS: ReadonlySet<string> = new Set(['run', 'exec', 'run-script', 'x', '-m', 'dlx', 'task', '--', 'tool']);

/** Programs that run others, or tasks by name: the next word that is no option tells. */
const RUNNERS: ReadonlySet<string> = new Set(
  (
    'npm pnpm yarn bun npx pnpx bunx deno node make gmake just mise task cargo go swift dotnet mvn mvnw gradle gradlew rake ' +
    'bundle poetry uv uvx hatch pipenv pdm rye python python3 bazel bazelisk buck2 pants nx turbo moon mix composer vite next ' +
    'ng zig flutter fvm dart stack cabal sbt mill lein clojure rebar3 gleam dune meson ant xcodebuild invoke mage melos ' +
    'forge hardhat truffle anchor pio platformio php artisan rails manage.py r wasm-pack fly firebase rtk'
  ).split(' '),
);

/** Options that choose among tests. Their spelling differs between runners; none of them means anything else to a test. */
const CHOOSES =
  /^(?:-run|-k|-t|-g|--grep|--filter|--test-?name-?pattern|--run|--only|-only-testing\S*|--tests)(?:=|$)/i;
const ONE_FILE = /::|\.(?:test|spec)\.[cm]?[jt]sx?$|(?:^|\/)test_\w+\.py$|_test\.(?:py|rb|exs)$|_spec\.rb$|\.bats$/;

function kindOfTask(word: string): CheckKind | undefined {
  return TASKS.get(word) ?? TASKS.get(word.split(':')[0] ?? '') ?? kindOfProgram(word);
}

/** Looks at CI whose exit status is that of CI. To have seen a run says nothing about it. */
function kindOfGithub(words: readonly string[]): CheckKind | undefined {
  const [, noun, verb] = words;
  if (noun === 'pr' && verb === 'checks') return words.some((word) => word.startsWith('--json')) ? undefined : 'checks';
  return noun === 'run' && words.includes('--exit-status') ? 'checks' : undefined;
}

/** What a runner runs. */
function kindOfRun(words: readonly string[]): CheckKind | undefined {
  for (const [at, word] of words.entries()) {
    if (STEPS.has(word)) continue;
    const kind = kindOfTask(word);
    if (kind !== undefined) return kind;
    // An option may have a value: what is no task after it is passed over.
    const mayGoOn = RUNNERS.has(baseName(word)) || word.startsWith('-') || (words[at - 1] ?? '').startsWith('-');
    if (!mayGoOn) return undefined;
  }
  return undefined;
}

/** The kind of one command, given as its words from the program on. */
export function checkOfWords(spelled: readonly string[]): CheckKind | undefined {
  const words = verbFirst(spelled);
  const name = baseName(words[0] ?? '');
  if (name === 'gh') return kindOfGithub(words);
  const own = kindOfProgram(name);
  if (own === undefined && !RUNNERS.has(name)) return undefined;
  if (words.some((word) => NO_CHECK.test(word))) return undefined;
  if (own !== undefined) return own;
  if (name === 'cargo' && words[1] === 'check') return 'types';
  return words.length === 1 && /^g?make$/.test(name) ? 'build' : kindOfRun(words.slice(1));
}

function isPart(words: readonly string[]): boolean {
  return words.some((word) => CHOOSES.test(word) || ONE_FILE.test(word));
}

/** Cheaper than taking a command line apart; most run no check. */
const HINT = new RegExp(
  `test|spec|check|lint|build|compil|vet|clippy|verify|make|types|assemble|package|validate|deploy|e2e|ci\\b|fly|gh |\\bt\\b|\\b(?:${[...CHECK_PROGRAMS.keys()].join('|').replaceAll('+', '\\+')})`,
);

/** The checks of a command line, in their order. */
export function checksIn(command: string): FoundCheck[] {
  if (!HINT.test(command)) return [];
  const found = allPrograms(command).flatMap((words) => {
    const kind = checkOfWords(words);
    return kind === undefined ? [] : [{ kind, words }];
  });
  if (found.length === 0) return [];
  // After `||` another command may have succeeded in its place.
  const decided = command.includes('||') ? [] : decidingPrograms(command).map((words) => words.join(' '));
  return found.map(({ kind, words }) => {
    return { kind, words, decides: decided.includes(words.join(' ')), isPart: kind === 'tests' && isPart(words) };
  });
}
