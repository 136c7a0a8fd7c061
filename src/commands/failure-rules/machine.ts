// What the machine does not let a command do: rights, ports, locks, memory, disk, versions.

import { rule } from '../failure-rule.ts';
import { PERMISSION_DENIED_ABROAD } from './other-languages.ts';
import { RECORDS } from './powershell.ts';

/**
 * What the sandbox kept the command from, as the agent puts it below the output. Only files and the network count: programs
 * that fail for other reasons look up much else that is not allowed.
 */
export const SANDBOX_DENIED = rule(
  'sandbox-denied',
  'policy',
  'The agent lists a file or network operation that its sandbox refused.',
  [/\bdeny(?:\(\d{1,9}\))? (?:file|network)-/],
  {
    after: '<sandbox_violations>',
  },
);

/** Newer versions put it in a sentence; a proxy of the sandbox says it in a header. */
export const SANDBOX_REPORTED = rule(
  'sandbox-denied',
  'policy',
  'The agent says in a sentence what its sandbox refused, or the proxy of the sandbox does; or a program says what only a sandbox refuses.',
  [
    /^The sandbox also reported th(?:is violation|ese violations):\n(?:[^\n]{0,200}\n)?([^\n]{0,60}\bdeny(?:\(\d{1,9}\))? (?:file|network)-[^\n]{0,300})/m,
    /^X-Proxy-Error: blocked-by-allowlist/im,
    // macOS
    /^p(?:grep|kill): Cannot get process list/m,
  ],
);

export const SANDBOX_FAILED = rule('sandbox-failed', 'environment', 'The sandbox itself could not be set up.', [
  /^error running landlock: |^(?:exec_command failed\b[^\n]{0,600}?)?\bFailed to create unified exec process: (?!No such file)|^bubblewrap is unavailable: |^error building bubblewrap command: |^bwrap: (?!execvp )[^\n]{0,200}(?:namespace|uid map|RTM_NEWADDR|loopback|mount|permissions)|^sandbox-exec: sandbox_apply: |\bwindows sandbox: (?:runner error|spawn setup|setup )/m,
]);

/** Whatever a compiler says of the sources after it. */
export const WRONG_COMPILER = rule(
  'version-mismatch',
  'environment',
  'The compiler that is installed does not know the version that the project asks for.',
  [/\binvalid (?:target|source) release: \S|\berror: release version \d+ not supported\b|\berror NETSDK1045: /],
);

export const ADDRESS_IN_USE = rule('address-in-use', 'environment', 'A port that is taken.', [
  /\bEADDRINUSE\b(?!')|\baddress already in use\b|\bport is already allocated\b|\bport \d{2,5} is (?:already )?in use\b|\bhttps?:\/\/\S{1,200} is already used\b|\bOnly one usage of each socket address\b/i,
  /\bcode: 'EADDRINUSE'/,
]);

/** A bundler that may not write says it below its headline. */
export const BUILD_DENIED = rule('permission-denied', 'environment', 'The operating system said no to a build.', [
  /^error during build:\n(Error: E(?:PERM|ACCES|ROFS)\b[^\n]{0,400})/m,
  /^> Build error occurred\n(?:[^\n]{0,200}\n){1,8}?- ((?:Operation not permitted|Permission denied|Read-only file system) \(os error)/m,
]);

export const PERMISSION_DENIED = rule('permission-denied', 'environment', 'The operating system said no.', [
  /\bpermission denied\b(?! \((?:publickey|password|keyboard)|, please try again)|\boperation not permitted\b|\bE(?:ACCES|PERM|ROFS)\b(?!')|\bread-only file system\b/i,
  /\bAccess to the path [^\n]{1,300} is denied\b|\bAccess is denied\b|\bRequires \w{1,20} access to [^\n]{1,300}, run again with the --allow-|\brunning scripts is disabled on this system\b|\babout_Execution_Policies\b|You don't have write permissions for/m,
  /\bcode: 'E(?:ACCES|PERM)'/,
  /^\[ERROR\] Could not create local repository at /m,
  // Python, which tried them all
  /\bNo usable temporary directory found in\b/,
  PERMISSION_DENIED_ABROAD,
  RECORDS.denied,
]);

export const RESOURCE_BUSY = rule('resource-busy', 'environment', 'Something else holds a lock or a device.', [
  /\bdatabase (?:is|table is) locked\b|\bSQLITE_BUSY\b|\bUnable to create '[^\n]{1,300}\.lock': File exists/,
  /\bError acquiring the state lock\b|\bCould not get lock\b|\b(?:resource|device or resource|target|device is) (?:is )?busy\b|\bbeing used by another process\b|\bresource temporarily unavailable\b|\btext file busy\b|\bE(?:BUSY|TXTBSY|AGAIN|WOULDBLOCK|MFILE|NFILE|DEADLK)\b|\btoo many open files\b|\bis (?:already )?locked by another process\b/i,
  // Something goes on writing there
  /^rm: cannot remove '[^\n]{1,300}': Directory not empty$/m,
  RECORDS.busy,
]);

export const NOT_EXECUTABLE = rule('not-executable', 'environment', 'The system cannot start the program.', [
  /^Program '[^'\n]{1,200}' failed to run\b|\bexec format error\b|\bENOEXEC\b|\bcannot execute(?: binary file|: required file not found)/im,
  RECORDS.notExecutable,
]);

export const DISK_FULL = rule('disk-full', 'environment', 'No room left on the disk.', [
  /\bno space left on device\b|\bE(?:NOSPC|DQUOT)\b|\bdisk quota exceeded\b/i,
  RECORDS.full,
]);

export const OUT_OF_MEMORY = rule('out-of-memory', 'environment', 'No memory left.', [
  /\bcannot allocate memory\b|\bENOMEM\b|\bheap out of memory\b|\bstd::bad_alloc\b|\bOutOfMemoryError\b|^(?:Killed: out of memory|fatal error: runtime: out of memory)/im,
]);

export const CRASHED = rule(
  'crashed',
  'environment',
  'A program that was ended by the system for a fault of its own.',
  [/\bSegmentation fault\b|\bBus error\b|\bIllegal instruction\b/],
);

/** Runtimes that give up say why before they do. */
export const ABORTED = rule('crashed', 'environment', 'A program that gave up, and nothing says why.', [
  /\bAborted \(core dumped\)/,
]);

export const VERSION_MISMATCH = rule('version-mismatch', 'environment', 'A tool or package of the wrong version.', [
  /\b(?:error|ERR!) (?:code )?EBADENGINE\b|\bERR_PNPM_UNSUPPORTED_ENGINE\b|^error [^\n]{1,200}: The engine "/m,
  /\brequires rustc \d|\bdoes not match go tool version\b/i,
  /\brequires [^\n]{0,40}\d[^\n]{0,60}(?:\bbut\b|; got\b|\brunning\b|\byou are\b|\bcurrently\b) [^\n]{0,60}\d|\brequires a different Python\b/i,
  /\bYour Ruby version is [^\n]{1,40}, but your Gemfile specified\b|\byour php version \([^)\n]{1,40}\) does not satisfy\b|\bUnsupported class file major version \d|\bUnsupportedClassVersionError\b|\bwas compiled against a different Node\.js version\b|\brequires Node\.js version\b|\bNode\.js version "?[^\n"]{1,30}"? is required\b/,
  /^go: [^\n]{1,200}\brequires go >= |^error: rustc \S{1,30} is not supported by|^xcode-select: error: tool '[^'\n]{1,60}' requires Xcode/m,
  /\bis using Swift tools version \S{1,20} but the installed version\b|^A compatible \.NET SDK was not found|^You must install or update \.NET to run this|\baborting because of server version mismatch\b|\bincompatible with the project's Python requirement\b/im,
  /Config files? in [^\n]{1,300} (?:is|are) not trusted/,
  // Managers of versions: pyenv, rbenv, nvm, fnm, asdf
  /^\w{0,8}env: version [`'][^'\n]{1,60}' is not installed|\bversion "?[\w.-]{1,40}"? is not (?:yet|currently) installed|^No version is set for command \S/m,
]);

const VARIABLE = '[\'"`]?\\b(?!GIT_DISCOVERY)[A-Z][A-Z\\d]*_[A-Z\\d_]{1,60}[\'"`]?';
const NOT_SET = '(?:is |are |was |has |have )?(?:not |un)(?:been )?(?:set|defined|found|configured|provided)';

/** What a program is told by its environment, and was not. Tokens and keys are for signing in. */
export const NOT_CONFIGURED = rule(
  'not-configured',
  'environment',
  'A program lacks an environment variable or a setting that it needs.',
  [
    // git, of who commits
    /^fatal: (?:empty ident name|unable to auto-detect email address)/m,
    /^(?:Author|Committer) identity unknown$/m,
    /\bPlease tell me who you are\b/,
    // Of a project that a program is to be set up for: `run x init first`
    /\b[Hh]ave you run [`'"]?[\w.-]{1,30} (?:link|init|setup|configure|config)\b/,
    /\b[Rr]un [`'"]?[\w.-]{1,30} (?:link|init|setup|configure|config)\b(?:[^\n]{0,80}\bfirst\b|[`'"]? to (?:create|set up|initiali[sz]e)\b)/,
    new RegExp(`\\b[Ee]nv(?:ironment)? var(?:iable)?s? (?:${VARIABLE} )?${NOT_SET}\\b`),
    new RegExp(
      `${VARIABLE} (?:env(?:ironment)? var(?:iable)? )?(?:${NOT_SET}|is missing|must be (?:set|defined|provided))\\b`,
    ),
    new RegExp(
      `^(?:[Ee]rror: |[Pp]lease )?[Ss]et (?:the )?(?:env(?:ironment)? var(?:iable)? )?${VARIABLE}(?:=| (?:to|in|env|before|first)\\b)`,
      'm',
    ),
    // gcloud
    /\bThe required property \[[\w/.-]{1,60}\] is not currently set\b/,
    /\b(?:[Mm]issing|[Rr]equires?) (?:the |an? )?(?:required )?env(?:ironment)? var(?:iable)?s?\b/,
    new RegExp(`^(?:\\w{0,30}[Ee]rror: )?[Mm]issing (?:required )?${VARIABLE}(?:,| or | and |$)`, 'm'),
    new RegExp(`\\b[Mm]issing (?:required )?(?:env(?:ironment)? var(?:iable)?s?:? )${VARIABLE}`),
  ],
);

export const PROCESS_GONE = rule(
  'process-gone',
  'expected',
  'A process that was to be ended has ended, or none was named to be ended.',
  [
    /\bno such process\b/i,
    RECORDS.processGone,
    /^(?:kill: )?usage: kill \[|^Usage:\n {0,4}kill \[|\bkill: not enough arguments\b/im,
  ],
  {
    command: /\bkill\b|\bStop-(?:Process|Service)\b/i,
  },
);
