// Completion scripts for shells, generated from the commands themselves.

import { KEY_NAMES, specOf } from '../model/filter/keys.ts';
import type { Command, CommandEntry, OptionSpec } from './command.ts';

export const SHELLS = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof SHELLS)[number];

/** What can follow a command, or an option with a value. */
type Argument = 'filter' | 'files' | 'nothing' | readonly string[];

interface Choice {
  readonly name: string;
  readonly short: string | null;
  readonly help: string;
  readonly multiple: boolean;
  /** Null for options without a value. */
  readonly value: { readonly name: string; readonly argument: Argument } | null;
}

const HELP: OptionSpec = { type: 'boolean', short: 'h', help: 'Show this help.' };
const GLOBAL: Readonly<Record<string, OptionSpec>> = {
  help: HELP,
  version: { type: 'boolean', short: 'V', help: 'Show the version.' },
};

function valueArgument(name: string): Argument {
  if (name.includes('|')) return name.split('|');
  if (/path|file|folder/.test(name)) return 'files';
  return name === 'filter' ? 'filter' : 'nothing';
}

function choicesOf(options: Readonly<Record<string, OptionSpec>>): Choice[] {
  return Object.entries(options).map(([name, { type, short, help, multiple, value }]) => ({
    name,
    short: short ?? null,
    help,
    multiple: multiple === true,
    value: type === 'string' ? { name: value ?? 'value', argument: valueArgument(value ?? '') } : null,
  }));
}

/** The kind of positionals, from the usage line. */
function argumentOf(usage: string): Argument {
  if (usage.includes('[filter]')) return 'filter';
  const words = /^[<[]([a-z|]+)[>\]]/.exec(usage)?.[1]?.split('|');
  if (words !== undefined && words.length > 1) return words;
  return /file|folder|path/.test(usage) ? 'files' : 'nothing';
}

interface Spec {
  readonly name: string;
  readonly summary: string;
  readonly choices: readonly Choice[];
  readonly argument: Argument;
}

/** The parts of a command that completion needs. */
type CompletedCommand = Pick<CommandEntry, 'name' | 'summary'> & Pick<Command, 'usage' | 'options'>;

export function completedCommands(commands: readonly CommandEntry[]): Promise<CompletedCommand[]> {
  return Promise.all(
    commands.map(async ({ name, summary, load }) => {
      const { usage, options } = await load();
      return { name, summary, usage, options };
    }),
  );
}

function specsOf(commands: readonly CompletedCommand[]): Spec[] {
  const specs = commands.map(({ name, summary, usage, options }) => ({
    name,
    summary,
    choices: choicesOf({ ...options, help: HELP }),
    argument: argumentOf(usage),
  }));
  const names = commands.map(({ name }) => name);
  return [...specs, { name: 'help', summary: 'Show help for a command.', choices: [], argument: names }];
}

/** `key:` for every key of the filter language, and `key:value` where the values are a closed list. */
function filterWords(): string[] {
  return KEY_NAMES.flatMap((key) => {
    const values = Object.keys(specOf(key).values ?? {});
    return values.length === 0 ? [`${key}:`] : values.map((value) => `${key}:${value}`);
  });
}

function flagsOf({ name, short }: Choice): string[] {
  return short === null ? [`--${name}`] : [`-${short}`, `--${name}`];
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** The body of a case: what to offer. */
function bashOffer(argument: Argument): string {
  if (argument === 'filter') return 'words=$filter';
  if (argument === 'files') return 'files=1';
  return argument === 'nothing' ? ':' : `words=${quoted(argument.join(' '))}`;
}

function bashScript(specs: readonly Spec[]): string {
  const names = specs.map(({ name }) => name).join(' ');
  const global = choicesOf(GLOBAL).flatMap(flagsOf).join(' ');
  const cases = specs.flatMap(({ name, choices, argument }) => {
    const valued = choices.flatMap((choice) => {
      const { value } = choice;
      return value === null ? [] : [`        ${flagsOf(choice).join('|')}) ${bashOffer(value.argument)} ;;`];
    });
    const rest = `if [[ $cur == -* ]]; then words=${quoted(choices.flatMap(flagsOf).join(' '))}; else ${bashOffer(argument)}; fi`;
    return [`    ${name})`, '      case $prev in', ...valued, `        *) ${rest} ;;`, '      esac', '      ;;'];
  });
  return `# toolscope completion for bash
_toolscope() {
  local line=\${COMP_LINE:0:COMP_POINT} cur prev words='' files='' word
  local filter=${quoted(filterWords().join(' '))}
  # Read from the line itself: bash cuts words at colons, filters are full of them.
  cur=\${line##*[[:space:]]}
  prev=\${line%"$cur"}
  read -ra prev <<<"$prev"
  prev=\${prev[\${#prev[@]}-1]}
  COMPREPLY=()
  if [[ $COMP_CWORD -eq 1 ]]; then
    words=${quoted(`${names} ${global}`)}
  else
    case \${COMP_WORDS[1]} in
${cases.map((text) => `  ${text}`).join('\n')}
    esac
  fi
  if [[ -n $files ]]; then
    compopt -o filenames 2>/dev/null
    mapfile -t COMPREPLY < <(compgen -f -- "$cur")
    return
  fi
  mapfile -t COMPREPLY < <(compgen -W "$words" -- "$cur")
  if [[ \${#COMPREPLY[@]} -eq 1 && \${COMPREPLY[0]} == *: ]]; then compopt -o nospace 2>/dev/null; fi
  if [[ $cur == *:* && $COMP_WORDBREAKS == *:* ]]; then
    for word in "\${!COMPREPLY[@]}"; do COMPREPLY[word]=\${COMPREPLY[word]#"\${cur%"\${cur##*:}"}"}; done
  fi
}
complete -F _toolscope toolscope
`;
}

/** Text inside the brackets and between the colons of an _arguments spec. */
function zshText(text: string): string {
  return text.replace(/[[\]:\\]/g, '\\$&');
}

function zshAction(argument: Argument): string {
  if (argument === 'filter') return '_toolscope_filter';
  if (argument === 'files') return '_files';
  return argument === 'nothing' ? ' ' : `(${argument.join(' ')})`;
}

function zshSpecs(choice: Choice): string[] {
  const { help, value, multiple } = choice;
  const tail = value === null ? '' : `:${zshText(value.name)}:${zshAction(value.argument)}`;
  return flagsOf(choice).map((flag) => quoted(`${multiple ? '*' : ''}${flag}[${zshText(help)}]${tail}`));
}

function zshScript(specs: readonly Spec[]): string {
  const words = filterWords();
  const list = specs.map(({ name, summary }) => `    ${quoted(`${name}:${summary.replace(/[:\\]/g, '\\$&')}`)}`);
  const cases = specs.flatMap(({ name, choices, argument }) => {
    const positional = argument === 'nothing' ? [] : [quoted(`*:argument:${zshAction(argument)}`)];
    const parts = [...choices.flatMap(zshSpecs), ...positional];
    return [`    ${name})`, `      _arguments -s ${parts.join(' \\\n        ')}`, '      ;;'];
  });
  return `#compdef toolscope
# toolscope completion for zsh
_toolscope_filter() {
  compadd -S '' -- ${words.filter((word) => word.endsWith(':')).join(' ')}
  compadd -- ${words.filter((word) => !word.endsWith(':')).join(' ')}
}
_toolscope() {
  local -a commands
  commands=(
${list.join('\n')}
  )
  if (( CURRENT == 2 )); then
    _describe command commands
    _arguments ${choicesOf(GLOBAL).flatMap(zshSpecs).join(' ')}
    return
  fi
  local command=$words[2]
  shift words
  (( CURRENT-- ))
  case $command in
${cases.join('\n')}
  esac
}
if [[ $funcstack[1] == _toolscope ]]; then _toolscope "$@"; else compdef _toolscope toolscope; fi
`;
}

function fishText(text: string): string {
  return `'${text.replace(/['\\]/g, '\\$&')}'`;
}

/** Nothing for files, which fish offers by other means. */
function fishOffer(argument: Argument): string {
  if (argument === 'filter') return ` -a '(__toolscope_filter)'`;
  return argument === 'files' || argument === 'nothing' ? '' : ` -a ${fishText(argument.join(' '))}`;
}

function fishScript(specs: readonly Spec[]): string {
  const lines: string[] = [];
  const option = (condition: string, choice: Choice): void => {
    const { name, short, help, value } = choice;
    const flags = `-l ${name}${short === null ? '' : ` -s ${short}`}`;
    const wants = value === null ? '' : value.argument === 'files' ? ' -r -F' : ' -x';
    const offers = value === null ? '' : fishOffer(value.argument);
    lines.push(`complete -c toolscope -n ${fishText(condition)} ${flags}${wants}${offers} -d ${fishText(help)}`);
  };
  for (const choice of choicesOf(GLOBAL)) option('__toolscope_is', choice);
  for (const { name, summary, choices, argument } of specs) {
    lines.push(`complete -c toolscope -n __toolscope_is -a ${name} -d ${fishText(summary)}`);
    const condition = `__toolscope_is ${name}`;
    for (const choice of choices) option(condition, choice);
    const offer = argument === 'files' ? ' -F' : fishOffer(argument);
    if (offer !== '') lines.push(`complete -c toolscope -n ${fishText(condition)}${offer}`);
  }
  return `# toolscope completion for fish
function __toolscope_is
  set -l words (commandline -opc)
  if test (count $argv) -eq 0
    test (count $words) -eq 1
  else
    test (count $words) -gt 1; and test $words[2] = $argv[1]
  end
end
function __toolscope_filter
  printf '%s\\n' ${filterWords().join(' ')}
end
complete -c toolscope -f
${lines.join('\n')}
`;
}

export function completionScript(shell: Shell, commands: readonly CompletedCommand[]): string {
  const specs = specsOf(commands);
  if (shell === 'bash') return bashScript(specs);
  return shell === 'zsh' ? zshScript(specs) : fishScript(specs);
}
