// Owns the list of tools: one line each, in alphabetical order. Adding a tool adds its folder and one line here.

import { agent } from './agent/agent.ts';
import { agentMessage } from './agent-message/agent-message.ts';
import { artifact } from './artifact/artifact.ts';
import { askUserQuestion } from './ask-user-question/ask-user-question.ts';
import { bashOutput } from './bash-output/bash-output.ts';
import { claudeDesign } from './claude-design/claude-design.ts';
import { codeCell } from './code-cell/code-cell.ts';
import { codeExecution } from './code-execution/code-execution.ts';
import { config } from './config/config.ts';
import { cron } from './cron/cron.ts';
import type { ToolDefinition } from './define.ts';
import { edit } from './edit/edit.ts';
import { endConversation } from './end-conversation/end-conversation.ts';
import { enterPlanMode } from './enter-plan-mode/enter-plan-mode.ts';
import { exitPlanMode } from './exit-plan-mode/exit-plan-mode.ts';
import { feedback } from './feedback/feedback.ts';
import { glob } from './glob/glob.ts';
import { goals } from './goals/goals.ts';
import { grep } from './grep/grep.ts';
import { imageGeneration } from './image-generation/image-generation.ts';
import { listAgents } from './list-agents/list-agents.ts';
import { ls } from './ls/ls.ts';
import { lsp } from './lsp/lsp.ts';
import { mcp } from './mcp/mcp.ts';
import { mcpResources } from './mcp-resources/mcp-resources.ts';
import { monitor } from './monitor/monitor.ts';
import { notebookEdit } from './notebook-edit/notebook-edit.ts';
import { notebookRead } from './notebook-read/notebook-read.ts';
import { onboarding } from './onboarding/onboarding.ts';
import { projects } from './projects/projects.ts';
import { propose } from './propose/propose.ts';
import { read } from './read/read.ts';
import { readNotifications } from './read-notifications/read-notifications.ts';
import { remoteTrigger } from './remote-trigger/remote-trigger.ts';
import { reportFindings } from './report-findings/report-findings.ts';
import { requestPermissions } from './request-permissions/request-permissions.ts';
import { scheduleWakeup } from './schedule-wakeup/schedule-wakeup.ts';
import { shell } from './shell/shell.ts';
import { shellInput } from './shell-input/shell-input.ts';
import { skill } from './skill/skill.ts';
import { slashCommand } from './slash-command/slash-command.ts';
import { sleep } from './sleep/sleep.ts';
import { structuredOutput } from './structured-output/structured-output.ts';
import { subagentHandback } from './subagent-handback/subagent-handback.ts';
import { taskBoard } from './task-board/task-board.ts';
import { taskOutput } from './task-output/task-output.ts';
import { taskStop } from './task-stop/task-stop.ts';
import { team } from './team/team.ts';
import { todo } from './todo/todo.ts';
import { toolSearch } from './tool-search/tool-search.ts';
import { userMessage } from './user-message/user-message.ts';
import { viewImage } from './view-image/view-image.ts';
import { waitForEnvironment } from './wait-for-environment/wait-for-environment.ts';
import { waitForMcp } from './wait-for-mcp/wait-for-mcp.ts';
import { webFetch } from './web-fetch/web-fetch.ts';
import { webSearch } from './web-search/web-search.ts';
import { workflow } from './workflow/workflow.ts';
import { worktree } from './worktree/worktree.ts';
import { write } from './write/write.ts';

export const tools: readonly ToolDefinition[] = [
  agent,
  agentMessage,
  artifact,
  askUserQuestion,
  bashOutput,
  claudeDesign,
  codeCell,
  codeExecution,
  config,
  cron,
  edit,
  endConversation,
  enterPlanMode,
  exitPlanMode,
  feedback,
  glob,
  goals,
  grep,
  imageGeneration,
  listAgents,
  ls,
  lsp,
  mcp,
  mcpResources,
  monitor,
  notebookEdit,
  notebookRead,
  onboarding,
  projects,
  propose,
  read,
  readNotifications,
  remoteTrigger,
  reportFindings,
  requestPermissions,
  scheduleWakeup,
  shell,
  shellInput,
  skill,
  slashCommand,
  sleep,
  structuredOutput,
  subagentHandback,
  taskBoard,
  taskOutput,
  taskStop,
  team,
  todo,
  toolSearch,
  userMessage,
  viewImage,
  waitForEnvironment,
  waitForMcp,
  webFetch,
  webSearch,
  workflow,
  worktree,
  write,
];
