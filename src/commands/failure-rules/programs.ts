// Programs that raised: exceptions, panics, fatal errors of a language's runtime.

import { rule } from '../failure-rule.ts';
import { RECORDS } from './powershell.ts';

/** A script that is given to its interpreter as a part of the command. */
const INLINE_SCRIPT =
  /(?:^|[\s;&|(])(?:python[\d.]*|node|ruby|perl|deno|bun|php|tsx|Rscript|osascript|lua(?:jit)?)\s+(?:--?[\w=:.-]{1,60}\s+){0,8}?(?:-[cer]\b|--eval\b|-(?=\s|$)|<<)|(?:<<-?\s{0,4}['"]?\w{1,20}['"]?[^\n]{0,100}|\n['"]@\s{0,4})\|\s{0,4}(?:python|node|ruby)/;

/** One that is written to a file: `cat > dir/name.py << 'EOF'`, `cat << 'EOF' > dir/name.py`. */
const WRITTEN_SCRIPT =
  />\s{0,4}["']?(?:[^\s"'<>;&|]{0,200}\/)?([\w.-]{1,80}\.(?:py|[cm]?[jt]s|rb|pl|php|R))["']?\s{0,4}(?:<<|(?<=<<-?\s{0,4}['"]?\w{1,20}['"]?\s{0,4}>[^\n]{1,300})\n)/g;
const RUNS = /^(?:.{0,300}[;&|] {0,4})?(?:python[\d.]*|node|ruby|perl|deno|bun|php|tsx|Rscript)\s/;

/** The agent wrote the script for this call: it is inline, or written to a file that a later line runs. */
const CARRIES_SCRIPT = {
  test(command: string): boolean {
    if (INLINE_SCRIPT.test(command)) return true;
    for (const { index, 1: name = '' } of command.matchAll(WRITTEN_SCRIPT)) {
      const later = command.slice(index).split('\n').slice(1);
      if (later.some((line) => line.includes(name) && RUNS.test(line))) return true;
    }
    return false;
  },
};

const RAISED = [
  // Python: the line after the last frame; its head may have been cut away
  /^Traceback \(most recent call last\):\n(?:[ \t][^\n]{0,2000}\n){1,400}([^\s][^\n]{0,400})|^[ \t]*(?:\w{1,60}(?:\.|::|\\)){0,4}(?:\w{1,60}Error|\w{0,60}Exception)(?: \[\w{1,60}\])?(?:: |$)/m,
  /^'[\w-]{2,20}' codec can't (?:en|de)code /m,
  // Python, where only the end is there: a class of its own below a line of code
  /^[ \t]{4,8}\S[^\n]{0,300}\n((?:[a-z_]\w{0,60}\.){1,6}[A-Z]\w{2,60}: [^\n]{1,400})/m,
  // Rust: the words stand below the place
  /^thread '[^\n]{0,100}' (?:\(\d+\) )?panicked at [^\n]{1,300}:\n([^\n]{1,400})/m,
  /^thread '[^\n]{0,100}' (?:\(\d+\) )?panicked at |^panic: |^fatal error: all goroutines are asleep/m,
  // JVM, .NET, Ruby, PHP, Elixir, Dart, R, Deno
  /^Exception in thread |^Caused by: (?:\w{1,60}\.){1,8}\w{1,60}|^Unhandled [eE]xception(?:\.|:)/m,
  /^(?:\S{1,200}\.rb|-e|-):\d+:in [`'][^\n]{1,300}\((?:\w{1,60}::){0,4}\w{1,60}\)$/m,
  /^FATAL ERROR: \S|^(?:PHP )?(?:Fatal|Parse) error: |^\*\* \((?:\w{1,60}\.){0,4}\w{1,60}\) |^error: Uncaught /m,
  /^Error(?: in [^\n]{0,200})?:[^\n]{0,300}(?=\n(?:[^\n]{0,300}\n){0,12}Execution halted)/m,
  /^(?:\w{1,60}::){1,4}\w{1,60}Error:\n{1,2}(\S[^\n]{0,400})/m,
  // A file of the project that is imported and not there
  /^Error: Cannot find module '\.[^\n]{1,300}/m,
  // Julia, Perl, Lua
  /^ERROR: (?:\w{1,60}: ){0,3}\w{1,60}(?:Error|Exception)\b/m,
  /^[^\n]{1,300} at \S{1,200}\.p[lm] line \d+\.$|^lua(?:jit)?: \S{1,200}:\d+: /m,
  // Words of the program before it, and the way it took below
  /^(?! {0,8}at )[^\n]{1,100}: (?:\w{1,60})?Error(?: \[\w{1,60}\])?: [^\n]{0,400}(?=\n[ \t]{1,8}at \S)/m,
  // Many programs write "Error: …" themselves; with the way it took, it was raised.
  /^[ \t]*(?:Uncaught )?Error(?: \[\w{1,60}\])?(?:: [^\n]{0,400})?(?=\n(?:[^\n]{0,300}\n){0,6}?[ \t]{1,8}at )/m,
  // Node.js, of a promise that nothing waited for: whatever the words
  /\btriggerUncaughtException\([^\n]{0,100}\n {0,20}\^\n\n(\S[^\n]{0,400})/m,
  // Bun
  /^error: [^\n]{0,400}(?=\n[ \t]{1,8}at \S{1,100} \()/m,
];

export const SCRIPT_FAILED = rule(
  'script-failed',
  'agent',
  'An exception, and the command carries the script that raised it.',
  RAISED,
  { command: CARRIES_SCRIPT },
);

/** Where the command is cut, the last frame says that the script came with it. */
export const STDIN_FAILED = rule(
  'script-failed',
  'agent',
  'A Python exception whose last frame is in a script from standard input or from the command.',
  [/^ {2}File "<(?:stdin|string)>", line \d{1,6}, in [^\n]{1,100}\n([^\s][^\n]{0,400})/m],
);

/** At the beginning of a line, or behind the place: a shell puts its name there. */
export const SCRIPT_SYNTAX = rule(
  'script-failed',
  'agent',
  'An interpreter cannot read the script that the command carries.',
  [/^(?:\d{1,6}:\d{1,6}: |-e?:\d{1,6}: |lua\w{0,8}: [^\n]{1,80}:\d{1,6}: )?syntax error\b[^\n]{0,200}/im],
  { command: CARRIES_SCRIPT },
);

/** The command carries what jq is to do, and the data are of another shape. */
export const FILTER_FAILED = rule('script-failed', 'agent', 'A filter of jq does not fit what it was given.', [
  /^jq: error \(at [^\n]{1,400}\): \S/m,
]);

/** The shell names the script: it is not the command line that it cannot read. */
export const SCRIPT_UNREADABLE = rule('program-failed', 'code', 'A shell cannot read a script of the project.', [
  /^(?:[^\s:]{0,200}\/)?[\w.-]{1,80}\.(?:sh|bash|zsh|ksh): (?:line )?\d{1,6}: (?:syntax error\b|unexpected EOF\b|parse error\b)[^\n]{0,200}/m,
]);

/** What PowerShell runs are statements of the command itself. */
export const STATEMENT_FAILED = rule(
  'script-failed',
  'agent',
  'PowerShell says that a statement of the command raised.',
  [RECORDS.raised],
);

export const PROGRAM_RAISED = rule('program-raised', 'code', 'An exception, a panic or a fatal error.', RAISED);
