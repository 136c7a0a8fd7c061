// Help texts, generated from the commands themselves, so that they cannot go stale.

import type { Command, CommandEntry, OptionSpec } from './command.ts';
import type { Output } from './output.ts';
import { wrapped } from './prose.ts';
import { cells } from './table.ts';

type CommandSummary = Pick<CommandEntry, 'name' | 'summary'>;

/** Width of the names on the left; longer ones have their text on the next line. */
const LEFT_MAX = 40;
const NARROWEST = 60;

type Rows = readonly (readonly [string, string])[];

function leftOf(rows: Rows): number {
  return Math.max(0, ...rows.map(([name]) => cells(name)).filter((width) => width <= LEFT_MAX));
}

/** Names on the left, and next to them what they mean, as wide as the terminal. */
export function columns(rows: Rows, indent: string, out: Output, left = leftOf(rows)): string[] {
  const room = Math.max(NARROWEST, out.width) - cells(indent) - left - 2;
  return rows.flatMap(([name, text]) => {
    const [first = '', ...rest] = wrapped(text, room);
    const margin = `${indent}${' '.repeat(left)}  `;
    const isLong = cells(name) > LEFT_MAX;
    const head = isLong ? [`${indent}${name}`, margin + first] : [`${indent}${name.padEnd(left)}  ${first}`];
    return [...head, ...rest.map((line) => margin + line)].map((line) => line.trimEnd());
  });
}

/** Notes with their own line breaks keep them; others are wrapped to the width. */
function paragraph(text: string, out: Output): string {
  const width = Math.max(NARROWEST, out.width);
  const lines = text.split('\n');
  if (lines.some((line) => / {2}/.test(line))) return text;
  return wrapped(lines.join(' '), width).join('\n');
}

function optionRow([option, { short, value, help }]: readonly [string, OptionSpec]): [string, string] {
  return [`${short === undefined ? '' : `-${short}, `}--${option}${value === undefined ? '' : ` <${value}>`}`, help];
}

export function commandHelp({ name, summary }: CommandSummary, command: Command, out: Output): string {
  const all = Object.entries(command.options);
  const options = all.filter(([, { isShared }]) => isShared !== true).map(optionRow);
  const shared = all.filter(([, { isShared }]) => isShared === true).map(optionRow);
  options.push(['-h, --help', 'Show this help.']);
  const parts = [
    `${out.paint('bold', `toolscope ${name}`)} ${command.usage}`.trimEnd(),
    '',
    paragraph(summary, out),
    '',
    'Options:',
    ...columns(options, '  ', out),
  ];
  if (command.examples.length > 0) {
    const examples = command.examples.map(({ line, does }): [string, string] => [`toolscope ${line}`, does]);
    parts.push('', 'Examples:', ...columns(examples, '  ', out));
  }
  for (const note of command.notes ?? []) parts.push('', paragraph(note, out));
  if (shared.length > 0) parts.push('', 'Which logs, and where their index is:', ...columns(shared, '  ', out));
  return parts.join('\n');
}

/** The commands by what they are for. */
export function generalHelp(
  groups: readonly { readonly title: string; readonly commands: readonly CommandSummary[] }[],
  { version, defaultCommand }: { readonly version: string; readonly defaultCommand: string },
  out: Output,
): string {
  const rowsOf = (commands: readonly CommandSummary[]): Rows => commands.map(({ name, summary }) => [name, summary]);
  const left = leftOf(rowsOf(groups.flatMap(({ commands }) => commands)));
  return [
    `${out.paint('bold', 'toolscope')} ${version}: the network panel for AI coding agents`,
    '',
    'Usage: toolscope <command> [options]',
    ...groups.flatMap(({ title, commands }) => ['', `${title}:`, ...columns(rowsOf(commands), '  ', out, left)]),
    '',
    paragraph(`Without a command, toolscope runs ${defaultCommand}. See toolscope <command> --help for more.`, out),
    paragraph(
      "Exit status: 0 success, 1 nothing found or refused, 2 wrong usage or path, 3 Toolscope's own data is unusable, 70 a bug.",
      out,
    ),
  ].join('\n');
}
