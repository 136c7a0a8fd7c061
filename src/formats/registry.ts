// Owns the list of formats: one line each. Adding an agent adds its folder and one line here.

import { claudeCode } from './claude-code/format.ts';
import { codex } from './codex/format.ts';
import type { Format } from './format.ts';
import { rap } from './rap/format.ts';

export const formats: readonly Format[] = [claudeCode, codex, rap];
