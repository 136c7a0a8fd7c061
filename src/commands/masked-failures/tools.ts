// Tools that everyone knows, by the lines with which each says that it did not do what it was to do.

import { mayMatch } from '../../base/may-match.ts';
import { lineAt } from '../../base/text.ts';
import type { Failure } from '../../model/outcome.ts';
import { kindOfWords } from '../command-kind.ts';
import { failureInWords } from '../failure-in-words.ts';
import { withOwner } from '../failure-owner.ts';
import {
  type MaskRule,
  RUNNER_FAILED,
  SHOWS,
  type Success,
  speaksOfOthers,
  WELL_KNOWN,
  type Words,
} from '../masked-success.ts';
import { baseName } from '../programs.ts';

/** Verbs of git that change something: their "fatal:" is no answer to a question. */
const GIT_DOES =
  /^(?:push|pull|merge|rebase|commit|checkout|switch|cherry-pick|apply|am|stash|revert|reset|clone|fetch)$/;
const GIT_SAYS_NO = /^fatal: |^error: |^(?:error: )?[Cc]ould not apply |^CONFLICT \(|^ ! \[(?:remote )?rejected\]/m;

/** Verbs of git that ask, so that a "fatal:" is the answer. */
const GIT_ASKS =
  /^(?:rev-parse|show-ref|config|merge-base|describe|symbolic-ref|ls-files|ls-remote|cat-file|remote|check-ignore|--abort)$/;

/** git says that it did not do what it was to do, or does not know what it was to show. */
function hiddenGit({ hidden, text, command }: Success): Failure | null {
  const runs = hidden.filter(
    ([program = '', ...words]) => baseName(program) === 'git' && !words.slice(0, 4).some((word) => GIT_ASKS.test(word)),
  );
  if (runs.length === 0 || !GIT_SAYS_NO.test(text)) return null;
  const does = runs.some((words) => words.slice(1, 5).some((word) => GIT_DOES.test(word)));
  const found = failureInWords(does ? text : (text.match(/^fatal: [^\n]{1,400}/gm)?.join('\n') ?? ''), command);
  return found !== null &&
    /^(?:git-refused|revision-missing|not-authorised|no-connection|http-not-found)$/.test(found.code)
    ? found
    : null;
}

export const GIT_REFUSED_IT: MaskRule = {
  evidence:
    'git was to change something, its exit code decides nothing, and it says no; or it knows no such revision to show.',
  despite: ['none', 'told'],
  find: hiddenGit,
};

/** With an alternative that only tells, what everyone knows may have been asked (`mise which x || true`). */
function runsKnown({ kinds, hidden, alternative }: Success): boolean {
  if (kinds.has('checks') || kinds.has('tests') || kinds.has('install')) return true;
  const isKnown = (words: Words) =>
    WELL_KNOWN.test(baseName(words[0] ?? '')) && !words.slice(1, 4).some((word) => SHOWS.test(word));
  return alternative === 'none' && hidden.some(isKnown);
}

/** A runner that says that its task failed. */
function hiddenTask(success: Success): Failure | null {
  if (!runsKnown(success)) return null;
  const { text, command } = success;
  const said = mayMatch(RUNNER_FAILED, text) ? RUNNER_FAILED.exec(text) : null;
  if (said === null) return null;
  return failureInWords(text, command) ?? { code: 'checks-failed', blame: 'code', message: lineAt(text, said.index) };
}

export const TASK_FAILED: MaskRule = {
  evidence: 'A runner of tasks or packages whose exit code decides nothing says that its task failed.',
  despite: ['none', 'told'],
  find: hiddenTask,
};

/** So near the end, nothing went on after it. */
const END_LINES = 4;

/** npm says where the log of a run is that failed, and whatever called it said nothing more, but ended well. */
function failedInstall({ text, command, alternative }: Success): Failure | null {
  if (alternative !== 'none') return null;
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

export const NPM_FAILED: MaskRule = {
  evidence: 'npm ends by saying where the log of its failure is, whatever the program that called it came to.',
  despite: ['none'],
  find: failedInstall,
};

/** Programs that install, deploy or fetch, and the lines by which each says that it did not. */
const TOOLS_SAY_NO: ReadonlyMap<string, RegExp> = new Map(
  (
    [
      [
        'pip pip3',
        /^ERROR: (?:No matching distribution|Could not )|^(?:[a-z_]\w{0,60}\.){1,8}[A-Z]\w{2,60}: |^error: externally-managed-environment|\bby passing --break-system-packages\b/,
      ],
      ['pnpm', /^ {0,2}(?:\[?ERR_PNPM_\w)/],
      ['uv', /^error: |^ {0,4}[×x] (?:No solution found|Failed to )/],
      ['bundle', /^An error occurred while installing |^Could not find |^Bundler could not find /],
      ['poetry pdm', /\bversion solving failed\b/],
      ['apt apt-get', /^E: /],
      ['brew', /^Error: /],
      [
        'docker podman',
        /^(?:docker: )?Error response from daemon: |^no configuration file provided: |^(?:ERROR: )?Cannot connect to the Docker daemon/,
      ],
      ['kubectl', /^error: |^Error from server|^The connection to the server|^Unable to connect to the server/],
      ['helm', /^Error: /],
      ['terraform tofu', /^[│|] Error: |^Error: /],
      ['curl', /^curl: \(\d{1,2}\) /],
      [
        'gh',
        /^pull request create failed: |^aborted: you must first push|^gh: [^\n]{1,200}\(HTTP \d{3}\)|^HTTP 4\d\d: |\bgh auth (?:login|refresh)\b/,
      ],
      ['psql', /^(?:psql:[^\n]{1,200}: )?(?:ERROR|FATAL): {1,2}\S|^psql: error: /],
      ['sqlite3', /^(?:Parse |Runtime )?[Ee]rror(?: near line \d+)?: /],
      ['mysql mariadb', /^ERROR (?:\d{4} \(|at line \d)/],
      ['aws', /^An error occurred \(|^Unable to locate credentials/],
      ['gcloud', /^ERROR: \(gcloud\./],
      ['az', /^ERROR: /],
      ['ssh scp rsync', /^ssh: |: Permission denied \(|^rsync error: |^Host key verification failed/],
      ['wget', /^wget: unable| ERROR \d{3}: /],
      ['redis-cli', /^Could not connect to Redis/],
      ['prisma', /^Error: P\d{4}: /],
      ['vercel netlify wrangler', /^(?:Error: |✘ \[ERROR\] )/],
      ['sqlcmd', /^Msg \d{1,6}, Level 1[1-9], |^Sqlcmd: Error/],
    ] as const
  ).flatMap(([names, says]) => names.split(' ').map((name): [string, RegExp] => [name, says])),
);

/** Anyone who is not signed in, or asks in a way that the tool does not know, is shown nothing of others. */
function saysNoItself({ code, message }: Failure): boolean {
  if (code === 'not-authorised' || /^HTTP 5\d\d: /.test(message)) return true;
  return code === 'wrong-usage' && /\b(?:option|argument|flag|command)\b/i.test(message);
}

/** A tool says in its last lines that it did not do what it was to do. */
function hiddenTool({ hidden, text, command }: Success): Failure | null {
  const end = text.trimEnd().split('\n').slice(-END_LINES);
  for (const words of hidden) {
    const own = baseName(words[0] ?? '') === 'npx' ? words.slice(1) : words;
    const says = TOOLS_SAY_NO.get(baseName(own[0] ?? ''));
    if (says === undefined) continue;
    const said = end.findLast((line) => says.test(line));
    if (said === undefined) continue;
    const found = failureInWords(text, command);
    if (found === null || (speaksOfOthers(own) && !saysNoItself(found))) continue;
    return found.blame === 'expected' ? null : withOwner(found, command, kindOfWords(words));
  }
  return null;
}

export const TOOL_SAYS_NO: MaskRule = {
  evidence:
    'A tool that installs, deploys or fetches, and whose exit code decides nothing, ends by saying that it did not.',
  despite: ['none'],
  find: hiddenTool,
};
