// Owns the list of formats: one line each. Adding an agent adds its folder and one line here.

import { claudeCode } from './claude-code/format.ts';
import { codex } from './codex/format.ts';
import type { Format } from './format.ts';
import { hooks } from './hooks/format.ts';
import { isInboxFile } from './hooks/locate.ts';
import { rap } from './rap/format.ts';

export const formats: readonly Format[] = [hooks, claudeCode, codex, rap];

export function formatOfAgent(agent: string): Format | undefined {
  return formats.find((format) => format.agent === agent);
}

/** What a file of a session is written in: what hooks told is known by its name, all others are the agent's own. */
export function formatOfFile(path: string, own: Format): Format {
  return isInboxFile(path) ? hooks : own;
}
