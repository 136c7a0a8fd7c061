// Owns the list of tools: one line each, in alphabetical order. Adding a tool adds its folder and one line here.

import { askUserQuestion } from './ask-user-question/ask-user-question.ts';
import type { ToolDefinition } from './define.ts';
import { shell } from './shell/shell.ts';

export const tools: readonly ToolDefinition[] = [askUserQuestion, shell];
