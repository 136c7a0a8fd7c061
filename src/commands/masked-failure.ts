// Failures that a command's success hides: `npm test | tail` exits with zero whatever the tests said. Precision first:
// a call is marked only where something in it must have failed.

import { mayMatch } from '../base/may-match.ts';
import { lineAt } from '../base/text.ts';
import type { Failure } from '../model/outcome.ts';
import { type CommandKind, kindOfWords } from './command-kind.ts';
import type { CommandList } from './command-line.ts';
import { TESTS_FAILED } from './failure-rules/tests.ts';
import { endedJob, fileNotThere, onlyComplaint, opensWithError, wrongFolder } from './masked-complaints.ts';
import { type Alternative, ONLY_TELLS, PASSES_ON, SHOWS, type Success, type Words } from './masked-success.ts';
import { allPrograms, baseName, decidingPrograms, listsOf } from './programs.ts';
import { failureInSummary, failureInWords, whyFailed, wordsOf } from './why-failed.ts';

/** Outputs without any of these hide nothing that could be told. */
const HINT =
  /fail|error|exception|fatal|not found|panic|no such|no module|ERR!|✖|ERR_|not ok|would reformat|reject|refused|could not|cannot|conflict|traceback|exit|rc=|issues:|break-system|auth login|expired|credentials|required|:\d+:\d+: /i;

/** What a runner of tasks says when one of them failed. */
const RUNNER_FAILED =
  /^make(?:\[\d{1,3}\])?: \*{3} |^npm (?:ERR!|error) code |\bELIFECYCLE\b|^(?:\[[\w:.-]{1,40}\] )?mise ERROR |^error: Recipe `|^error: script "[^"\n]{1,80}" exited with code|^error Command failed with exit code|^task: Failed to run task/m;

/** Words in the line of an exception. */
const RAISED_HINT = /Error|Exception|panic|Traceback|Fatal|\w: /;

/** Failures that are exceptions by themselves; others are where their words name one. */
const RAISED_CODES = /^(?:script-failed|program-raised|module-missing)$/;
const EXCEPTION = /^(?:[\w]{1,60}[.:]{1,2}){0,6}\w{1,60}(?:Error|Exception): /;

/** What stands below the words of an exception. */
const FRAME = /^\s*$|^\s+at |^Node\.js v\d|^note: run with|^[\s}^]+$/;

/** A run of tests that says it went well. */
const PASSED =
  /^ok {0,4}\t|^PASS$|\b\d+ (?:passed|passing)\b|^test result: ok|^(?:#|ℹ) fail 0$|\bAll tests passed\b|^OK(?: \(|$)/m;

/** Tests that could not be built, beside others that ran. */
const NOT_BUILT = /\[(?:build|setup) failed\]$|^error: could not compile /m;

/** Verbs of git that change something: their "fatal:" is no answer to a question. */
const GIT_DOES =
  /^(?:push|pull|merge|rebase|commit|checkout|switch|cherry-pick|apply|am|stash|revert|reset|clone|fetch)$/;
const GIT_SAYS_NO = /^fatal: |^error: |^CONFLICT \(|^ ! \[(?:remote )?rejected\]/m;

/** Programs that everyone knows, so that a failure they report by exit code is not one that the project wants. */
const WELL_KNOWN =
  /^(?:git|gh|npm|pnpm|yarn|bun|cargo|go|pip3?|uv|docker|podman|kubectl|helm|terraform|brew|apt(?:-get)?|curl|wget|make)$/;

/** `echo "exit: $?"`, and what it wrote. */
const ASKS_EXIT = /\$\?|\$\{?PIPESTATUS|\$\{?pipestatus/;
const TOLD_EXIT =
  /^[^\n]{0,60}?\b(?:exit(?:[ _-]?(?:code|status))?|rc|status|EXIT(?:[ _-]?(?:CODE|STATUS))?|RC)\b["']?[ ]{0,2}[=:]?[ ]{0,2}([1-9]\d{0,2})[^\w\n]{0,12}$/m;

/** Programs that install, deploy or fetch, and the lines by which each says that it did not. */
const TOOLS_SAY_NO: ReadonlyMap<string, RegExp> = new Map(
  (
    [
      [
        'pip pip3',
        /^ERROR: (?:No matching distribution|Could not )|^error: externally-managed-environment|\bby passing --break-system-packages\b/,
      ],
      ['pnpm', /^ {0,2}(?:\[?ERR_PNPM_\w)/],
      ['uv', /^error: |^ {0,4}[×x] (?:No solution found|Failed to )/],
      ['bundle', /^An error occurred while installing |^Could not find |^Bundler could not find /],
      ['poetry pdm', /\bversion solving failed\b/],
      ['apt apt-get', /^E: /],
      ['brew', /^Error: /],
      ['docker podman', /^(?:docker: )?Error response from daemon: |^(?:ERROR: )?Cannot connect to the Docker daemon/],
      ['kubectl', /^error: |^Error from server|^The connection to the server|^Unable to connect to the server/],
      ['helm', /^Error: /],
      ['terraform tofu', /^[│|] Error: |^Error: /],
      ['curl', /^curl: \(\d{1,2}\) /],
      [
        'gh',
        /^pull request create failed: |^aborted: you must first push|^gh: [^\n]{1,200}\(HTTP \d{3}\)|\bgh auth login\b/,
      ],
      ['psql', /^(?:psql:[^\n]{1,200}: )?(?:ERROR|FATAL): {1,2}\S|^psql: error: /],
      ['mysql mariadb', /^ERROR \d{4} \(/],
      ['aws', /^An error occurred \(|^Unable to locate credentials/],
      ['gcloud', /^ERROR: \(gcloud\./],
      ['az', /^ERROR: /],
      ['ssh scp rsync', /^ssh: |: Permission denied \(|^rsync error: |^Host key verification failed/],
      ['wget', /^wget: unable| ERROR \d{3}: /],
      ['redis-cli', /^Could not connect to Redis/],
      ['prisma', /^Error: P\d{4}: /],
    ] as const
  ).flatMap(([names, says]) => names.split(' ').map((name): [string, RegExp] => [name, says])),
);

/** So near the end, nothing went on after it. */
const END_LINES = 4;

/** The commands whose exit code decided nothing: all but the ones that can have decided it. */
function hiddenCommands(command: string): readonly Words[] {
  const all = allPrograms(command);
  const deciding = decidingPrograms(command);
  if (all.length === deciding.length) return [];
  const decided = deciding.map((words) => words.join(' '));
  const hidden: Words[] = [];
  for (const words of all) {
    const at = decided.indexOf(words.join(' '));
    if (at === -1) hidden.push(words);
    else decided.splice(at, 1);
  }
  return hidden;
}

/**
 * What stands behind `||`: something that is done instead, something that is only told, or nothing. What is told may be the
 * answer to a question (`docker info || echo none`), but not where a program ended with an exception.
 */
function alternativeOf(lists: readonly CommandList[]): Alternative {
  const instead = lists.flatMap(({ steps }) => steps.filter(({ join }) => join === '||'));
  if (instead.length === 0) return 'none';
  const isTold = instead.every(({ pipeline }) => ONLY_TELLS.test(pipeline[0]?.words[0] ?? ''));
  return isTold ? 'told' : 'other';
}

function isExitZero(words: Words): boolean {
  return words.some((word) => /^--(?:exit-zero|issues-exit-code(?:=0)?|no-error-on|if-present)/.test(word));
}

/** A test run or a check that was hidden, and says that it failed. */
function hiddenSummary(kinds: ReadonlySet<CommandKind | null>, text: string, command: string): Failure | null {
  if (!kinds.has('tests') && !kinds.has('checks')) return null;
  const found = failureInSummary(text, command);
  if (found === null) return null;
  if (found.code === TESTS_FAILED.code) return kinds.has('tests') || RUNNER_FAILED.test(text) ? found : null;
  // What tests print may hold the words of any checker.
  return kinds.has('checks') || NOT_BUILT.test(text) || !PASSED.test(text) ? found : null;
}

/** The output ends in an exception of a program whose exit code was hidden. */
function hiddenRaise({ kinds, hidden, text, command, alternative }: Success): Failure | null {
  const runs = kinds.has('program') || kinds.has('tests') || kinds.has('checks');
  if (
    !runs &&
    !hidden.some(([program]) => /^(?:python[\d.]*|node|ruby|php|perl|deno|bun|tsx)$/.test(baseName(program ?? '')))
  )
    return null;
  const end = text
    .split('\n')
    .filter((line) => !FRAME.test(line))
    .slice(-3)
    .join('\n');
  // Tests that passed may have printed any exception.
  if (!RAISED_HINT.test(end) || PASSED.test(end)) return null;
  const found = failureInWords(text, command);
  if (found === null || !(RAISED_CODES.test(found.code) || EXCEPTION.test(found.message))) return null;
  if (found.blame === 'expected') return null;
  // `python -c "import x" || echo none` asks.
  if (alternative === 'told' && found.code === 'module-missing') return null;
  return end.includes(found.message) ? found : null;
}

/** Tests and checks that were not run are worth a mark, whatever is told instead; asking for a version is only asking. */
function isRealCheck(words: Words): boolean {
  const kind = kindOfWords(words);
  const asks = words.length === 2 ? /^(?:--version|-V|-v|--help|-h)$/ : /^(?:--version|-V|--help)$/;
  return (kind === 'tests' || kind === 'checks') && !words.some((word) => asks.test(word));
}

/** A program of the command line that the shell did not find, where nothing stands in for it. */
function hiddenNotFound(hidden: readonly Words[], text: string): Failure | null {
  if (!text.includes('not found')) return null;
  const said = /^[^\n]{0,120}(?:command not found(?:: (\S{1,100}))?|: not found)$/m.exec(text);
  if (said === null) return null;
  const line = lineAt(text, said.index);
  const named = hidden.some(([program]) => {
    const name = program ?? '';
    return name.length > 1 && (said[1] === name || line.includes(`: ${name}: `));
  });
  return named ? { code: 'command-not-found', blame: 'environment', message: line } : null;
}

/** What runs a test program says that there is none. */
const CANNOT_START = /^error: Failed to spawn: `([^`\n]{1,100})`|: No module named '?([\w.]{1,100})'?$/m;

/** A test run or a check whose program is not installed, where a runner of it says so. */
function hiddenNotStarted(hidden: readonly Words[], text: string): Failure | null {
  const said = mayMatch(CANNOT_START, text) ? CANNOT_START.exec(text) : null;
  const name = said?.[1] ?? said?.[2];
  if (said === null || name === undefined) return null;
  const isNamed = hidden.some((words) => isRealCheck(words) && words.includes(name));
  return isNamed ? failureInWords(lineAt(text, said.index), null) : null;
}

/** git says that it did not do what it was to do. */
function hiddenGit(hidden: readonly Words[], text: string, command: string): Failure | null {
  const does = hidden.some(
    (words) =>
      baseName(words[0] ?? '') === 'git' &&
      words.slice(1, 5).some((word) => GIT_DOES.test(word)) &&
      !words.includes('--abort'),
  );
  const found = does && GIT_SAYS_NO.test(text) ? failureInWords(text, command) : null;
  return found !== null && /^(?:git-refused|revision-missing|not-authorised|no-connection)$/.test(found.code)
    ? found
    : null;
}

/** A runner that says that its task failed. */
function hiddenTask(text: string, command: string): Failure | null {
  const said = mayMatch(RUNNER_FAILED, text) ? RUNNER_FAILED.exec(text) : null;
  if (said === null) return null;
  return failureInWords(text, command) ?? { code: 'checks-failed', blame: 'code', message: lineAt(text, said.index) };
}

/** npm says where the log of a run is that failed, and whatever called it said nothing more, but ended well. */
function failedInstall({ text, command }: Success): Failure | null {
  const end = text.trimEnd().split('\n').slice(-END_LINES);
  if (!end.some((line) => /^npm (?:ERR!|error) A complete log of this run/.test(line))) return null;
  const found = failureInWords(text, command);
  return (
    found ?? {
      code: 'install-failed',
      blame: 'environment',
      message: lineAt(text, text.search(/^npm (?:ERR!|error) /m)),
    }
  );
}

/** A tool says in its last lines that it did not do what it was to do. */
function hiddenTool(hidden: readonly Words[], text: string, command: string): Failure | null {
  const end = text.trimEnd().split('\n').slice(-END_LINES);
  for (const words of hidden) {
    const own = baseName(words[0] ?? '') === 'npx' ? words.slice(1) : words;
    const says = TOOLS_SAY_NO.get(baseName(own[0] ?? ''));
    if (says === undefined || own.slice(1, 4).some((word) => SHOWS.test(word) || PASSES_ON.test(word))) continue;
    const said = end.findLast((line) => says.test(line));
    if (said === undefined) continue;
    const found = failureInWords(text, command);
    return found === null || found.blame === 'expected' ? null : found;
  }
  return null;
}

/** The command line asks for an exit code of its own, and writes that it was not zero. */
function toldExit(command: string, text: string): Failure | null {
  const told = ASKS_EXIT.test(command) ? TOLD_EXIT.exec(text) : null;
  if (told === null) return null;
  const asked = command
    .slice(0, command.search(ASKS_EXIT))
    .replace(/[;\n&|]?\s{0,10}(?:echo|printf)\b[^;\n]{0,200}$/, '');
  const programs = decidingPrograms(asked);
  const isKnown = programs.some((words) => {
    const kind = kindOfWords(words);
    return kind === 'tests' || kind === 'checks' || WELL_KNOWN.test(baseName(words[0] ?? ''));
  });
  if (!isKnown) return null;
  const why = whyFailed({ command: asked, exitCode: Number(told[1]), stdout: text.slice(0, told.index), stderr: '' });
  return why.blame === 'expected' || why.blame === 'unknown' ? null : why;
}

/** Whether the success could hide anything: no rule finds a failure in a command line that runs one program and asks nothing. */
function canHide(command: string, lists: readonly CommandList[], hidden: readonly Words[]): boolean {
  return (
    hidden.length > 0 ||
    ASKS_EXIT.test(command) ||
    command.includes('cd ') ||
    /\b(?:npx|npm) /.test(command) ||
    (lists[0]?.steps[0]?.pipeline.length ?? 0) > 1
  );
}

interface MaskRule {
  /** The alternatives that do not undo it. */
  readonly despite: readonly Alternative[];
  find(success: Success): Failure | null;
}

/** With an alternative that only tells, what everyone knows may have been asked (`mise which x || true`). */
function runsKnown({ kinds, hidden, alternative }: Success): boolean {
  if (kinds.has('checks') || kinds.has('tests') || kinds.has('install')) return true;
  const isKnown = (words: Words) =>
    WELL_KNOWN.test(baseName(words[0] ?? '')) && !words.slice(1, 4).some((word) => SHOWS.test(word));
  return alternative === 'none' && hidden.some(isKnown);
}

/** In order: the first that finds something speaks. */
export const MASK_RULES = {
  toldExit: {
    despite: ['none', 'told', 'other'],
    find: ({ command, text }) => toldExit(command, text),
  },
  summary: {
    despite: ['none', 'told', 'other'],
    find: ({ kinds, text, command }) => hiddenSummary(kinds, text, command),
  },
  exception: {
    despite: ['none', 'told'],
    find: hiddenRaise,
  },
  notFound: {
    despite: ['none', 'told'],
    find: ({ hidden, text, alternative }) =>
      hiddenNotFound(alternative === 'told' ? hidden.filter(isRealCheck) : hidden, text),
  },
  notStarted: {
    despite: ['none', 'told'],
    find: ({ hidden, text }) => hiddenNotStarted(hidden, text),
  },
  wrongFolder: {
    despite: ['none'],
    find: wrongFolder,
  },
  endedJob: {
    despite: ['none'],
    find: endedJob,
  },
  git: {
    despite: ['none', 'told'],
    find: ({ hidden, text, command }) => hiddenGit(hidden, text, command),
  },
  task: {
    despite: ['none', 'told'],
    find: (success) => (runsKnown(success) ? hiddenTask(success.text, success.command) : null),
  },
  npm: {
    despite: ['none'],
    find: failedInstall,
  },
  tool: {
    despite: ['none'],
    find: ({ hidden, text, command }) => hiddenTool(hidden, text, command),
  },
  onlyComplaint: {
    despite: ['none', 'other'],
    find: onlyComplaint,
  },
  fileNotThere: {
    despite: ['none'],
    find: fileNotThere,
  },
  opensWithError: {
    despite: ['none'],
    find: opensWithError,
  },
} satisfies Readonly<Record<string, MaskRule>>;

const MASKS: readonly MaskRule[] = Object.values(MASK_RULES);

/**
 * The failure that the success of a command line hides. Null where there is none, or where it cannot be told from an
 * output that only speaks of failures: a log that was read, a search for the word, a probe with an alternative.
 */
export function maskedFailure(command: string, stdout: string, stderr: string): Failure | null {
  const lists = listsOf(command);
  const hidden = hiddenCommands(command).filter((words) => !isExitZero(words));
  if (!canHide(command, lists, hidden)) return null;
  const text = wordsOf({ stdout, stderr });
  if (!HINT.test(text)) return null;
  const kinds = new Set(hidden.map(kindOfWords));
  const success: Success = { command, text, lists, hidden, kinds, alternative: alternativeOf(lists) };
  for (const { despite, find } of MASKS) {
    const found = despite.includes(success.alternative) ? find(success) : null;
    if (found !== null) return found;
  }
  return null;
}
