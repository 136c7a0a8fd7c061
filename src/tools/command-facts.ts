// Facts about the commands a call ran: each in full, on one line, and the programs they start.

import { foldSpace, lineOf } from '../base/text.ts';
import { programsOf } from '../commands/program-names.ts';
import type { Facts } from '../model/interpretation.ts';

/** Longer commands are kept without their heredocs: file contents, which `search` finds. */
const WITH_DOCUMENTS_MAX = 500;
const COMMAND_MAX = 8000;
/** Commands of a script that are kept. */
const COMMANDS_MAX = 40;

/** The first command by itself, the others one per line. Empty if there is none. */
export function commandFacts(commands: readonly string[]): Pick<Facts, 'command' | 'commands' | 'programs'> {
  const [first, ...others] = commands;
  if (first === undefined) return {};
  const facts: Pick<Facts, 'command' | 'commands' | 'programs'> = { command: commandLine(first) };
  if (others.length > 0) facts.commands = others.slice(0, COMMANDS_MAX).map(commandLine).join('\n');
  const programs = programsOf(commands);
  if (programs.length > 0) facts.programs = programs.join('\n');
  return facts;
}

/** The command in full, on one line. */
export function commandLine(command: string): string {
  if (command.length <= WITH_DOCUMENTS_MAX) return lineOf(command);
  const line = foldSpace(withoutDocuments(command));
  return line.length <= COMMAND_MAX ? line : `${line.slice(0, COMMAND_MAX - 1)}…`;
}

const OPENING = /(?<!<)<<-?[ \t]{0,8}(?:'([^'\n]{1,80})'|"([^"\n]{1,80})"|\\?([\w.-]{1,80}))/g;

/** The command without the lines of its heredocs; their opening line and the last closing one are kept. */
export function withoutDocuments(command: string): string {
  if (!command.includes('<<')) return command;
  const lines = command.split('\n');
  const lastAt = new Map(lines.map((line, at) => [line.trim(), at]));
  const kept: string[] = [];
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? '';
    kept.push(line);
    for (const [, single, double, bare] of line.matchAll(OPENING)) {
      const mark = single ?? double ?? bare ?? '';
      // `1 << n` is not a heredoc: no line closes it.
      if ((lastAt.get(mark) ?? -1) <= at) continue;
      while (lines[at + 1]?.trim() !== mark) at++;
    }
  }
  return kept.join('\n');
}
