// Skills: the Skill tool of Claude Code. The skill's body follows as a separate message.

import { clip, detach, utf8Bytes } from '../../base/text.ts';
import { type CommandName, commandName } from '../command-name.ts';
import { defineDialect, defineTool } from '../define.ts';
import * as shape from '../shape.ts';
import { looseFlag, looseText, looseTexts, text } from '../shapes.ts';
import { copilot } from './skill.copilot.ts';
import { gemini, qwen } from './skill.gemini.ts';
import { openCode } from './skill.opencode.ts';

export interface SkillInput {
  readonly skill: CommandName;
  readonly args: string | null;
}

export interface SkillLaunched {
  readonly kind: 'launched';
  readonly skill: CommandName;
  readonly success: boolean;
  readonly allowedTools: readonly string[];
  readonly status?: string | undefined;
  readonly model?: string | undefined;
}

/** The skill ran in its own agent and returned an answer. */
export interface SkillFinished {
  readonly kind: 'finished';
  readonly skill: CommandName;
  readonly success: boolean;
  readonly agentId?: string | undefined;
  readonly text: string;
}

export interface SkillNote {
  readonly kind: 'note';
  readonly text: string;
}

export type SkillResult = SkillLaunched | SkillFinished | SkillNote;

const structuredFinished = shape
  .object({ commandName: text, result: text, success: looseFlag, agentId: looseText })
  .transform(
    (raw): SkillFinished => ({
      kind: 'finished',
      skill: commandName(raw.commandName),
      success: raw.success ?? true,
      agentId: raw.agentId,
      text: raw.result,
    }),
  );

const structuredLaunched = shape
  .object({ commandName: text, success: looseFlag, allowedTools: looseTexts, status: looseText, model: looseText })
  .transform(
    (raw): SkillLaunched => ({
      kind: 'launched',
      skill: commandName(raw.commandName),
      success: raw.success ?? true,
      allowedTools: raw.allowedTools,
      status: raw.status,
      model: raw.model,
    }),
  );

const LAUNCHING = /^(?:Launching|Loading|Running) skill: ([^\n]+)/;
const FINISHED = /^Skill "([^"\n]+)" completed[^\n]*\n+(?:Result:\n)?/;

function readLaunched(content: string): SkillLaunched | undefined {
  const name = LAUNCHING.exec(content)?.[1];
  if (name === undefined) return undefined;
  return { kind: 'launched', skill: commandName(detach(name)), success: true, allowedTools: [] };
}

function readFinished(content: string): SkillFinished | undefined {
  const match = FINISHED.exec(content);
  if (match === null) return undefined;
  return {
    kind: 'finished',
    skill: commandName(detach(match[1] ?? '')),
    success: true,
    text: content.slice(match[0].length),
  };
}

const claudeCode = defineDialect<SkillInput, SkillResult>({
  agent: 'claude-code',
  names: ['Skill'],
  input: shape
    .union([
      shape.object({ skill: text, args: looseText }),
      shape.object({ command: text, args: looseText }).transform((raw) => ({ skill: raw.command, args: raw.args })),
    ])
    .transform((raw): SkillInput => ({ skill: commandName(raw.skill), args: raw.args ?? null })),
  structured: [
    { kind: 'finished', schema: structuredFinished },
    { kind: 'launched', schema: structuredLaunched },
  ],
  text: [
    { kind: 'launched', read: readLaunched },
    { kind: 'finished', read: readFinished },
    { kind: 'note', read: (content) => ({ kind: 'note', text: content }) },
  ],
});

export const skill = defineTool<SkillInput, SkillResult>({
  id: 'skill',
  title: 'Skill',
  family: 'agents',
  dialects: [claudeCode, copilot, openCode, gemini, qwen],
  failures: [
    { code: 'unknown-skill', blame: 'agent', pattern: /^(?:Unknown skill|Skill not found|Skill .{1,200} not found)/ },
    {
      code: 'skill-not-allowed',
      blame: 'policy',
      pattern: /^Skill .{1,200} (?:cannot be used with|is not (?:a prompt-based|enabled)|has disable-model-invocation)/,
    },
    { code: 'skill-already-running', blame: 'agent', pattern: /^Skill .{1,200} is already running/ },
  ],
  facts: ({ result }) => ({
    ...(result?.kind === 'finished' && result.agentId !== undefined ? { agentId: result.agentId } : {}),
    ...(result?.kind === 'finished' ? { bytes: utf8Bytes(result.text) } : {}),
    ...(result?.kind === 'launched' && result.model !== undefined ? { model: result.model } : {}),
  }),
  summary: ({ input, result }) => {
    const name = result !== null && result.kind !== 'note' ? result.skill.full : (input?.skill.full ?? '');
    return input?.args ? `${name} ${clip(input.args, 100)}` : name;
  },
  target: (input) => input.skill.full,
  quietFailure: (result) =>
    result.kind !== 'note' && !result.success
      ? { code: 'skill-failed', blame: 'tool', message: `The skill ${result.skill.full} reported no success.` }
      : null,
});
