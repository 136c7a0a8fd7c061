// Owns the list of tools: one line each, in alphabetical order. Adding a tool adds its folder and one line here.

import { askUserQuestion } from './ask-user-question/ask-user-question.ts';
import type { ToolDefinition } from './define.ts';
import { enterPlanMode } from './enter-plan-mode/enter-plan-mode.ts';
import { exitPlanMode } from './exit-plan-mode/exit-plan-mode.ts';
import { feedback } from './feedback/feedback.ts';
import { onboarding } from './onboarding/onboarding.ts';
import { propose } from './propose/propose.ts';
import { readNotifications } from './read-notifications/read-notifications.ts';
import { reportFindings } from './report-findings/report-findings.ts';
import { shell } from './shell/shell.ts';
import { skill } from './skill/skill.ts';
import { slashCommand } from './slash-command/slash-command.ts';
import { structuredOutput } from './structured-output/structured-output.ts';
import { userMessage } from './user-message/user-message.ts';
import { webFetch } from './web-fetch/web-fetch.ts';
import { webSearch } from './web-search/web-search.ts';
import { worktree } from './worktree/worktree.ts';

export const tools: readonly ToolDefinition[] = [
  askUserQuestion,
  enterPlanMode,
  exitPlanMode,
  feedback,
  onboarding,
  propose,
  readNotifications,
  reportFindings,
  shell,
  skill,
  slashCommand,
  structuredOutput,
  userMessage,
  webFetch,
  webSearch,
  worktree,
];
