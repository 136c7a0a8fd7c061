// Owns help texts: made from the commands themselves, so that they cannot go stale.

import type { Command, CommandEntry } from './command.ts';
import type { Output } from './output.ts';
import { cells } from './table.ts';

type CommandSummary = Pick<CommandEntry, 'name' | 'summary'>;

function columns(rows: readonly (readonly [string, string])[], indent: string): string[] {
  const width = Math.max(...rows.map(([left]) => cells(left)));
  return rows.map(([left, right]) => `${indent}${left}${' '.repeat(width - cells(left))}  ${right}`.trimEnd());
}

export function commandHelp({ name, summary }: CommandSummary, command: Command, out: Output): string {
  const options: [string, string][] = Object.entries(command.options).map(([option, spec]) => [
    `${spec.short === undefined ? '' : `-${spec.short}, `}--${option}${spec.value === undefined ? '' : ` <${spec.value}>`}`,
    spec.help,
  ]);
  options.push(['-h, --help', 'Show this help.']);
  const parts = [
    `${out.paint('bold', `toolscope ${name}`)} ${command.usage}`.trimEnd(),
    '',
    summary,
    '',
    'Options:',
    ...columns(options, '  '),
  ];
  if (command.examples.length > 0) {
    const examples = command.examples.map(({ line, does }): [string, string] => [`toolscope ${line}`, does]);
    parts.push('', 'Examples:', ...columns(examples, '  '));
  }
  for (const note of command.notes ?? []) parts.push('', note);
  return parts.join('\n');
}

export function generalHelp(commands: readonly CommandSummary[], version: string, out: Output): string {
  return [
    `${out.paint('bold', 'toolscope')} ${version}: the network panel for AI coding agents`,
    '',
    'Usage: toolscope <command> [options]',
    '',
    'Commands:',
    ...columns(
      commands.map(({ name, summary }): [string, string] => [name, summary]),
      '  ',
    ),
    '',
    'Without a command it lists the sessions. toolscope <command> --help tells more.',
    "Exit status: 0 fine, 1 nothing found, 2 wrong usage or path, 3 Toolscope's own data is unusable, 70 a bug.",
  ].join('\n');
}
