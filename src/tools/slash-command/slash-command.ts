// Slash commands run by the model: SlashCommand of Claude Code, before skills took its place.

import { detach, firstLine, lineOf } from '../../base/text.ts';
import { type CommandName, commandName } from '../command-name.ts';
import { defineDialect, defineTool } from '../define.ts';
import * as shape from '../shape.ts';
import { looseFlag, text } from '../shapes.ts';

export interface SlashInput {
  /** The whole line, with its slash and arguments. */
  readonly line: string;
  readonly command: CommandName;
  readonly args: string | null;
}

export interface SlashLaunched {
  readonly kind: 'launched';
  readonly command: CommandName;
  readonly success: boolean;
}

export interface SlashOutput {
  readonly kind: 'output';
  readonly text: string;
}

export type SlashResult = SlashLaunched | SlashOutput;

const structuredLaunched = shape.object({ commandName: text, success: looseFlag }).transform(
  (raw): SlashLaunched => ({
    kind: 'launched',
    command: commandName(raw.commandName),
    success: raw.success ?? true,
  }),
);

const LAUNCHING = /^(?:Launching|Running) command: ([^\n]+)/;
const RUNNING = /^<command-(?:message|name)>\/?([^<\n]+?)(?: is running…?\.*)?<\/command-/;

function readLaunched(content: string): SlashLaunched | undefined {
  const name = LAUNCHING.exec(content)?.[1] ?? RUNNING.exec(content)?.[1];
  if (name === undefined) return undefined;
  return { kind: 'launched', command: commandName(detach(name)), success: true };
}

function parseLine(line: string): SlashInput {
  const trimmed = line.trim();
  const end = trimmed.search(/\s/);
  return {
    line,
    command: commandName(end === -1 ? trimmed : trimmed.slice(0, end)),
    args: end === -1 ? null : trimmed.slice(end).trim(),
  };
}

const claudeCode = defineDialect<SlashInput, SlashResult>({
  agent: 'claude-code',
  names: ['SlashCommand'],
  input: shape.object({ command: text }).transform((raw) => parseLine(raw.command)),
  structured: [{ kind: 'launched', schema: structuredLaunched }],
  text: [
    { kind: 'launched', read: readLaunched },
    { kind: 'output', read: (content) => ({ kind: 'output', text: content }) },
  ],
});

export const slashCommand = defineTool<SlashInput, SlashResult>({
  id: 'slash-command',
  title: 'Slash command',
  family: 'agents',
  dialects: [claudeCode],
  failures: [
    {
      code: 'unknown-command',
      blame: 'agent',
      pattern: /^(?:Unknown (?:slash )?command|Command not found|(?:Slash )?[Cc]ommand .{1,200} not found)/,
    },
    {
      code: 'command-not-allowed',
      blame: 'policy',
      pattern:
        /^(?:Slash )?[Cc]ommand .{1,200} (?:cannot be used with|is not a prompt-based|has disable-model-invocation)/,
    },
  ],
  facts: ({ input }) => (input === null ? {} : { command: lineOf(input.line) }),
  summary: ({ input, result }) => {
    if (input !== null) return firstLine(input.line);
    return result?.kind === 'launched' ? `/${result.command.full}` : (result?.text ?? '');
  },
  target: (input) => input.line.trim(),
  quietFailure: (result) =>
    result.kind === 'launched' && !result.success
      ? { code: 'command-failed', blame: 'tool', message: `The command ${result.command.full} reported no success.` }
      : null,
});
