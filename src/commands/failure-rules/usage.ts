// Commands that were not understood: by the shell, or by the program that was called.

import { rule } from '../failure-rule.ts';
import { NOT_FOUND_ABROAD, NOT_RECOGNISED_ABROAD } from './other-languages.ts';
import { RECORDS } from './powershell.ts';

/** Only what a shell says of itself: SQL, jq and awk have syntax errors as well. */
export const SHELL_SYNTAX = rule('shell-syntax', 'agent', 'The shell itself says that it cannot read the command.', [
  // bash goes on to say that the script ended.
  /unexpected EOF while looking for matching|: unmatched ["'`]|: parse error near |: bad substitution\b|: conditional (?:binary|unary) operator expected$/im,
  /^(?!jq: |[gm]?awk: |psql|(?:PHP )?Parse error)[^\n]{0,120}: (?:-c: )?(?:line \d{1,6}: )?(?:\d{1,6}: )?syntax error(?:: (?:unexpected|unterminated|end of file|bad |missing |invalid |operand |word |["'`(]|\S{1,40} unexpected)|\b[^\n]{0,40}(?:unexpected|near unexpected token|operand)| near [`'"]| in expression \()/im,
  RECORDS.syntax,
  /\bis not a valid statement separator\b/,
  // zsh takes `===` and `=word` for the path of a command, and gives up where there is none.
  /^(?:zsh(?::\d{1,6})?|\(eval\):\d{1,6}): \S{1,200} not found$/m,
]);

/** Where its complaint is about something else, other words say so. What it says of processes begins with their number. */
export const SHELL_SAYS_NO = rule(
  'shell-syntax',
  'agent',
  'A shell complains under its own name, and no other words say why.',
  [
    /^(?:\/\w{1,20}){0,3}\/?(?:(?:ba|da|k|z)?sh|\(eval\))(?::\w{1,20})?:(?:(?: line)? ?\d{1,6}:)? {1,3}(?!\d|line \d|warning|cannot set terminal|no job control|killed|terminated|suspended|abort|segmentation|trace|done|exit)\S/m,
  ],
);

/** A name that PowerShell was asked for, and found nowhere. */
export const LOOKUP_FAILED = rule('no-match', 'expected', 'A cmdlet that looks something up found nothing.', [
  RECORDS.lookupFailed,
]);

/** A shell, or what ran a script, that knows no such program. */
export const OTHER_SHELLS_WORDS = rule(
  'command-not-found',
  'agent',
  'A Unix shell was given a command of Windows, or a path of Windows without quotes, which takes the backslashes out of it; or Windows was given a word of Unix shells.',
  [
    /^[^\n]{0,100}: (?:del|erase|copy|move|ren|rd|md|cls|xcopy|robocopy|findstr|tasklist|taskkill|ipconfig|systeminfo|attrib): (?:command )?not found$|: command not found: (?:del|erase|copy|move|ren|rd|md|cls|xcopy|robocopy|findstr|tasklist|taskkill|ipconfig|systeminfo|attrib)$/m,
    /^'(?:export|source|unset|ls|cat|rm|cp|mv|touch|head|tail|grep|sed|awk|which|chmod|pwd|xargs|wc|cut|uname)' is not recognized as an internal or external command/m,
    /^[^\n]{0,100}: (?:[A-Z][a-z]{1,15}-[A-Z][A-Za-z]{1,30}|[A-Z]:[A-Za-z][\w.-]{2,300}): (?:command )?not found$|: command not found: (?:[A-Z][a-z]{1,15}-[A-Z][A-Za-z]{1,30}|[A-Z]:[A-Za-z][\w.-]{2,300})$/m,
  ],
);

export const COMMAND_NOT_FOUND = rule('command-not-found', 'environment', 'No program of that name is installed.', [
  /\bcommand not found\b|^(?:\/\w{1,20}){0,3}\/?(?:ba|da|k|z)?sh: (?!(?:(?:line )?\d{1,6}: )?type: )(?:(?:line )?\d{1,6}: )?[^\n]{1,200}: not found$/im,
  /^(?:\/usr\/bin\/)?env: [^\n]{1,200}: No such file or directory$|\bCommand "(?<!_NO_SCRIPT\b[^\n]{0,120}\n{1,2}Command ")[^"\n]{1,100}" not found\b/m,
  /\bis not recognized as (?:an internal or external command|(?:the|a) name of a cmdlet)/,
  /^error: Failed to spawn: `|\bexec: "[^"\n]{1,200}": executable file not found|: program not found or is not executable$|\bcould not find protoc plugin for name\b/m,
  // make, of what a line of its file runs
  /^g?make(?:\[\d{1,3}\])?: (?!\*)[^\s:]{1,100}: No such file or directory(?=\n[^\n]{0,200} Error 127$)/m,
  /\bNo installed Python found\b|^No Python at '|^The command '[^'\n]{1,60}' could not be found in this WSL \d distro/m,
  /\bPython\d{0,2} was not found; run without arguments to install from|\bJAVA_HOME is not set and no 'java' command|\bUnable to locate a Java Runtime\b|\bThis is not the tsc command you are looking for\b|\bCould not execute because the specified command or file was not found\b/,
  // zsh, of a function that its start-up files promise
  /^[^\n]{0,80}: function definition file not found$/m,
  NOT_FOUND_ABROAD,
  NOT_RECOGNISED_ABROAD,
  RECORDS.notFound,
]);

/** A word of the program's own for what it runs, and that it has none of that name. */
export const NAME_MISSING = rule(
  'wrong-usage',
  'agent',
  'A program knows no task, target, project or service of the name it was given.',
  [
    /\b(?:no such|missing|can(?:no|')t find|could(?: not|n't) find) (?:the |an? |any )?(?:script|task|target|recipe|project|unit|service|scheme)\b/i,
    /\b(?:script|task|target|project|unit|service|scheme)s? (?:["'`]?[^\s"'`]{1,100}["'`]? )?(?:(?:was|is|could|does) )?not (?:be )?(?:found|exist|loaded|defined)\b/i,
    /\bERR_PNPM_NO_SCRIPT\b|\bNo rule to make target\b(?![^\n]{1,300}, needed by )|\bNo targets specified and no makefile|\bDon't know how to build task\b|\bdoes not contain (?:recipe|a scheme named) /,
    /\bNone of the selected packages has a "|\bno tasks? (?:\S{1,80} found|defined in)\b|^ERROR: [^\n]{0,200}\bno such package '|\bno (?:bin|test|example|bench) target (?:named|matches)|\bmatched no packages\b|\bdid not match any packages$|\bNo projects matched the filters\b/m,
    /\bNo such (?:container|image|object|network|volume): |\bcould not determine which binary to run\b|\bCannot find configuration for task \S|^error: no executable product\b|\bUnable to find a de(?:vice|stination) matching the provided destination\b|\bis disabled! Use \S|^Group\(s\) not found: /m,
    /^EnvironmentNameNotFound: |\bhas no deployed releases\b|\bdoes not provide attribute\b/m,
  ],
);

export const WRONG_USAGE = rule('wrong-usage', 'agent', 'A program does not know what it was asked in this way.', [
  // What a pattern was refused for stands below it
  /\bregex parse error:\n(?:[^\n]{0,400}\n){1,8}?(error: [^\n]{1,300})/,
  /'[^'\n]{1,100}' is not a valid value for\b/,
  /\bmissing (?:required )?--[a-z]|\b(?:unknown|unrecognized|unrecognised|illegal|no such|unexpected|invalid) (?:shorthand )?(?:option|flag|argument|command|subcommand|JSON field|choice|predicate)s?\b/i,
  /\b(?:option|flag|argument|(?:sub)?command|parameter)s? ["'`]?-{0,2}[\w:.,=-]{1,100}["'`]? (?:does not exist|(?:is )?(?:not (?:defined|known|valid|recogni[sz]ed|supported)|unknown|invalid))\b/i,
  // Options that exclude each other
  /(?:\b(?:options?|flags?|arguments?|parameters?)\b|(?:^|[\s'"`(])--?[a-z])[^\n]{0,300}\b(?:cannot be (?:used|combined|specified)(?: together| with| at the same time)|can't be (?:used|combined) (?:together|with)|mutually exclusive|conflicts? with|not allowed with)\b/im,
  /\boption requires an argument\b|\binvalid \w{1,20} value: |\bdoesn't have a resource type\b|\bCould not find a (?:sub)?command named\b/,
  /\bbad (?:configuration )?options?\b|\b(?:required|missing required) (?:flag|option|argument)|\bthe following (?:required )?arguments (?:are|were)|\baccepts (?:at most |between )?\d+ arg|\brequires (?:at least |exactly )?\d+ arg/i,
  /\bflag provided but not defined\b|\bis not a \w{1,20} command\b|\bIncorrect Usage\b|\btoo (?:many|few) arguments\b|\bexpected (?:one|at least one) argument/i,
  /failed to parse jq expression|\bjq: (?:parse )?error: |\bregex parse error:|^sed: (?:-e expression #\d|\d{1,6}: "|no input files$)|^[gm]?awk: [^\n]{0,200}(?:\bsyntax error|\^ unexpected |\bunterminated )/m,
  /^[\w-]{1,20}: (?:invalid|illegal|missing|extra|unmatched|unbalanced|trailing|unclosed|unterminated|conflicting) (?:number|line|byte|mode|operand|file operand|destination|closing|parenthesis|brackets?|\(|\[|backslash|suffix|field|range|date|signal|context|matchers|character|content|regular|escape|count|time|user|group)/im,
  /^(?:invalid|unsupported) value\b|\binvalid value '[^\n]{0,100}' for\b|^error: a value is required for /im,
  /\bcould not determine executable to run\b|^ERROR: Invalid syntax\. /m,
  /\bThere are no commands defined in the\b|^error: corrupt patch at line |\bInvalid value for '|^CondaError: Run /m,
  /^error Running this command will add the dependency to the workspace root |\bERR_PNPM_ADDING_TO_ROOT\b/m,
  /\bFATAL: {1,2}(?:database|role) "[^"\n]{1,100}" does not exist$/m,
  // A question, where nobody is there to answer
  /\b(?:input device|stdin|standard input|stdout) is not a (?:tty|terminal)\b|\bRaw mode is not supported\b|\benvironment is non-interactive\b|\brequires? (?:a|an interactive) (?:tty|terminal)\b|\bInappropriate ioctl for device\b/i,
  // jest
  /^Option "[^"\n]{1,60}" (?:was replaced by|has been removed|is deprecated)[^\n]{0,300}/m,
  // Gradle; GNU find
  /^> [^\n]{0,100}\bcommand-line option '[^\n]{1,200}|^find: paths must precede expression/m,
  // Searches of BSD and macOS, of their patterns
  /^[efz]?grep: (?:empty \(sub\)expression|repetition-operator operand invalid|(?:parentheses|brackets \(\[ \]\)|braces) not balanced|trailing backslash|invalid (?:repetition count|character range|backreference number))/m,
  // Archives that are none
  /^gzip: [^\n]{1,200}: not in gzip format|^tar: (?:This does not look like a tar archive|Unexpected EOF in archive)|\bEnd-of-central-directory signature not found\b/m,
  /^curl: (?:\((?:1|2|3|4|26|43)\)|option) /m,
  // What was to be read as JSON is none: `python -m json.tool`
  /^(?:Expecting [^\n]{1,60}|Extra data|Unterminated string starting at|Invalid control character at|Invalid \\escape): line \d+ column \d+ \(char (?!0\))\d+\)$/m,
  /^npm (?:ERR!|error) The `npm ci` command can only install with an existing /m,
  // PowerShell, about the parameters of a command
  RECORDS.usage,
  /\b(?:Parameter cannot be processed because|A (?:positional )?parameter cannot be found that|Cannot (?:bind|validate) (?:argument (?:to|on) )?parameter|Cannot process argument transformation on parameter|Cannot process command because of one or more missing|Parameter set cannot be resolved|Missing an argument for parameter|This command cannot be run because)\b/,
  // Windows shows a file by `type`; other shells look for a command of that name
  /^[^\n]{0,60}: type: [^\n]{1,300}: not found$/m,
  /\b[Aa]rgument list too long\b|\bE(?:2BIG|NAMETOOLONG)\b|^xargs: [^\n]{0,80}\btoo long\b/m,
]);

/** Checkers report it like a finding. */
export const CHECKER_MISUSED = rule('wrong-usage', 'agent', 'A checker was given an option that it does not have.', [
  /^error TS(?:5\d{3}|6044|6046): |^CMake Error: (?:Unknown argument |Error: generator : )/m,
]);

/** Many show it below what they have to say. */
export const USAGE_SHOWN = rule('wrong-usage', 'agent', 'A program shows how it is used, and no other words say why.', [
  /^usage: |^Usage:\s/m,
  /^(?:\w{1,20} )?(?:[Oo]ptions|OPTIONS|[Ff]lags|FLAGS):[ \t]{0,9}\n[ \t]{1,12}-/m,
]);

/** Empty, or no JSON from the start: what was to write it tells more. */
export const NO_JSON = rule(
  'wrong-usage',
  'agent',
  'What was to be read as JSON is none, and no other words say why.',
  [/^Expecting value: line 1 column 1 \(char 0\)$/m],
);

/** A statement that was part of the command. */
export const QUERY_FAILED = rule(
  'query-failed',
  'agent',
  'A database did not take the statement that the command carries.',
  [
    /^(?:Error: )?Query was empty$|^Error in query string: /m,
    // SQL Server: below the number
    /^Msg \d{1,6}, Level 1[1-9], State [^\n]{1,200}\n(\S[^\n]{0,300})/m,
    /^(?:psql:[^\n]{0,200}: |pg_restore: error: could not execute query: )?ERROR: {1,2}\S|^(?:Parse |Runtime )?[eE]rror(?: near line \d+| in [^\n]{1,80})?: (?:in prepare, )?(?:no such (?:table|column)|near ")|^ERROR (?:\d{4} \(\w{5}\)|at line \d)/m,
  ],
  {
    command:
      /\b(?:psql|pg_restore|sqlite3|mysql|mariadb|duckdb|clickhouse(?:-client)?|prisma db execute|bq|sqlcmd|cqlsh|snowsql)\b/,
  },
);
