// The list of formats: one line each. Adding an agent adds its folder and one line here.

import { claudeCode } from './claude-code/format.ts';
import { codex } from './codex/format.ts';
import { copilot, copilotVscode } from './copilot/format.ts';
import { cursor } from './cursor/format.ts';
import { droid } from './droid/format.ts';
import type { Format } from './format.ts';
import { gemini } from './gemini/format.ts';
import { hooks } from './hooks/format.ts';
import { kimi, kimiCode } from './kimi/format.ts';
import { openCode, openCodeGo } from './opencode/format.ts';
import { pi } from './pi/format.ts';
import { qwen } from './qwen/format.ts';
import { rap } from './rap/format.ts';

const known: Format[] = [
  hooks,
  claudeCode,
  codex,
  copilot,
  copilotVscode,
  gemini,
  openCode,
  openCodeGo,
  pi,
  qwen,
  kimi,
  kimiCode,
  droid,
  cursor,
  rap,
];

export const formats: readonly Format[] = known;

/** Adds formats of a configuration for the lifetime of the process. Those of known agents are not replaced. */
export function addFormats(own: readonly Format[]): void {
  for (const format of own) if (!known.some(({ agent }) => agent === format.agent)) known.push(format);
}

export function formatOfAgent(agent: string): Format | undefined {
  return formats.find((format) => format.agent === agent);
}

/** The format of a log next to another agent's session; undefined for the agent's own. */
export function companionOf(path: string): Format | undefined {
  return formats.find(({ accompanies }) => accompanies?.(path) === true);
}

/** The format of a session's file. */
export function formatOfFile(path: string, own: Format): Format {
  return companionOf(path) ?? own;
}
