// The input and result types of every tool, by name. Generated from the definitions by `npm run generate`.

import type { InputOf, Kinded, ResultOf } from './define.ts';
import type { generic } from './generic/generic.ts';
import type * as tools from './registry.ts';

/** Input of *Agent*: `Agent`, `Task` (claude-code); `spawn_agent`, `collaboration/spawn_agent`, `CollabAgentToolCall`, `SubAgentActivity`, `\/spawn_agent$…` (codex); `task` (copilot); `task` (opencode); `invoke_agent` (gemini); `agent`, `task` (qwen); `Agent`, `Task` (kimi); `Agent` (kimi-code). See `schemas/agent.json`. */
export type AgentInput = InputOf<typeof tools.agent>;
/** Result of *Agent*, by `kind`: `launched`, `remote`, `entered`, `teammate`, `completed`, `activity`, `refused`. Known failures: `agent-type-unknown`, `api-error`, `agent-limit`, `spawn-invalid`, `unknown-model`, `depth-limit`, `spawn-failed`. */
export type AgentResult = ResultOf<typeof tools.agent>;
/** Input of *Message to agent*: `SendMessage` (claude-code); `send_input`, `collaboration/send_input`, `send_message`, `collaboration/send_message`, `followup_task`, `collaboration/followup_task`, `wait_agent`, `collaboration/wait_agent`, `resume_agent`, `collaboration/resume_agent`, `close_agent`, `collaboration/close_agent`, `interrupt_agent`, `collaboration/interrupt_agent`, `\/(?:send_input|send_message|followup_task|wait_agent|resume_agent|close_agent|interrupt_agent)$…` (codex). See `schemas/agent-message.json`. */
export type AgentMessageInput = InputOf<typeof tools.agentMessage>;
/** Result of *Message to agent*, by `kind`: `sent`, `waited`, `touched`, `refused`. Known failures: `agent-not-found`, `agent-closed`, `message-invalid`, `collaboration-failed`. */
export type AgentMessageResult = ResultOf<typeof tools.agentMessage>;
/** Input of *Artifact*: `Artifact` (claude-code). See `schemas/artifact.json`. */
export type ArtifactInput = InputOf<typeof tools.artifact>;
/** Result of *Artifact*, by `kind`: `read`, `listed`, `watch`, `watches`, `assets`, `pin`, `published`, `note`. Known failures: `version-conflict`, `file-missing`, `not-read-yet`, `too-large`. */
export type ArtifactResult = ResultOf<typeof tools.artifact>;
/** Input of *Question to the person*: `AskUserQuestion`, `ask_user_question` (claude-code); `request_user_input` (codex); `ask_user` (copilot); `question` (opencode); `ask_user` (gemini); `ask_user_question` (qwen); `AskUserQuestion` (kimi); `AskUserQuestion` (kimi-code). See `schemas/ask-user-question.json`. */
export type AskUserQuestionInput = InputOf<typeof tools.askUserQuestion>;
/** Result of *Question to the person*, by `kind`: `answered`, `reply`, `clarify`. Known failures: `clarification-wanted`, `no-more-questions`, `unanswered`, `not-in-this-mode`. */
export type AskUserQuestionResult = ResultOf<typeof tools.askUserQuestion>;
/** Input of *Shell output*: `BashOutput` (claude-code); `read_bash`, `read_powershell` (copilot). See `schemas/bash-output.json`. */
export type BashOutputInput = InputOf<typeof tools.bashOutput>;
/** Result of *Shell output*, by `kind`: `shell`. Known failures: `shell-not-found`. */
export type BashOutputResult = ResultOf<typeof tools.bashOutput>;
/** Input of *Batch*: `Batch`, `BatchTool` (claude-code). See `schemas/batch.json`. */
export type BatchInput = InputOf<typeof tools.batch>;
/** Result of *Batch*, by `kind`: `note`. */
export type BatchResult = ResultOf<typeof tools.batch>;
/** Input of *Design*: `ClaudeDesign` (claude-code). See `schemas/claude-design.json`. */
export type ClaudeDesignInput = InputOf<typeof tools.claudeDesign>;
/** Result of *Design*, by `kind`: `reply`. Known failures: `unknown-operation`. */
export type ClaudeDesignResult = ResultOf<typeof tools.claudeDesign>;
/** Input of *Script*: `exec`, `wait` (codex). See `schemas/code-cell.json`. */
export type CodeCellInput = InputOf<typeof tools.codeCell>;
/** Result of *Script*, by `kind`: `cell`, `text`. Known failures: `cell-gone`, `inner-call-rejected`, `inner-call-denied`, `inner-call-not-started`, `lines-not-found`, `patch-file-missing`, `patch-empty`, `patch-invalid`, `script-failed`. */
export type CodeCellResult = ResultOf<typeof tools.codeCell>;
/** Input of *Code execution by the API*: `code_execution`, `bash_code_execution`, `text_editor_code_execution`, `advisor` (claude-code). See `schemas/code-execution.json`. */
export type CodeExecutionInput = InputOf<typeof tools.codeExecution>;
/** Result of *Code execution by the API*, by `kind`: `error`, `output`, `file`, `advice`. Known failures: `container-error`. */
export type CodeExecutionResult = ResultOf<typeof tools.codeExecution>;
/** Input of *Settings*: `Config` (claude-code). See `schemas/config.json`. */
export type ConfigInput = InputOf<typeof tools.config>;
/** Result of *Settings*, by `kind`: `setting`, `note`. Known failures: `unknown-setting`. */
export type ConfigResult = ResultOf<typeof tools.config>;
/** Input of *Scheduled jobs*: `CronCreate`, `CronDelete`, `CronList` (claude-code). See `schemas/cron.json`. */
export type CronInput = InputOf<typeof tools.cron>;
/** Result of *Scheduled jobs*, by `kind`: `jobs`, `created`, `deleted`. Known failures: `job-not-found`, `schedule-invalid`. */
export type CronResult = ResultOf<typeof tools.cron>;
/** Input of *Edit*: `Edit`, `MultiEdit` (claude-code); `apply_patch`, `applypatch`, `FileChange` (codex); `edit`, `apply_patch` (copilot); `apply_patch`, `replace_string_in_file` (copilot-vscode); `edit`, `apply_patch`, `patch`, `multiedit` (opencode); `edit`, `patch` (opencode-go); `edit` (pi); `replace` (gemini); `edit`, `replace` (qwen); `StrReplaceFile` (kimi); `Edit` (kimi-code); `StrReplace`, `Edit`, `search_replace` (cursor); `ApplyPatch` (droid). See `schemas/edit.json`. */
export type EditInput = InputOf<typeof tools.edit>;
/** Result of *Edit*, by `kind`: `edited`, `not-edited`. Known failures: `not-read-yet`, `modified-since-read`, `string-not-found`, `ambiguous-match`, `no-change`, `edits-overlap`, `file-exists`, `is-notebook`, `file-too-large`, `working-folder-gone`, `file-missing`, `is-folder`, `not-a-folder`, `no-access`, `file-system`, `lines-not-found`, `patch-file-missing`, `patch-empty`, `patch-invalid`, `sandbox-denied`, `sandbox-failed`, `patch-refused`, `patch-failed`. */
export type EditResult = ResultOf<typeof tools.edit>;
/** Input of *End conversation*: `EndConversation` (claude-code). See `schemas/end-conversation.json`. */
export type EndConversationInput = InputOf<typeof tools.endConversation>;
/** Result of *End conversation*, by `kind`: `ended`. */
export type EndConversationResult = ResultOf<typeof tools.endConversation>;
/** Input of *Enter plan mode*: `EnterPlanMode` (claude-code). See `schemas/enter-plan-mode.json`. */
export type EnterPlanModeInput = InputOf<typeof tools.enterPlanMode>;
/** Result of *Enter plan mode*, by `kind`: `entered`. Known failures: `plan-mode-declined`, `not-for-agents`. */
export type EnterPlanModeResult = ResultOf<typeof tools.enterPlanMode>;
/** Input of *Plan*: `ExitPlanMode`, `exit_plan_mode`, `ExitPlanModeV2` (claude-code). See `schemas/exit-plan-mode.json`. */
export type ExitPlanModeInput = InputOf<typeof tools.exitPlanMode>;
/** Result of *Plan*, by `kind`: `awaiting`, `approved`, `note`, `rejected`. Known failures: `plan-rejected`, `not-in-plan-mode`, `no-plan`. */
export type ExitPlanModeResult = ResultOf<typeof tools.exitPlanMode>;
/** Input of *Feedback*: `SendFeedback` (claude-code). See `schemas/feedback.json`. */
export type FeedbackInput = InputOf<typeof tools.feedback>;
/** Result of *Feedback*, by `kind`: `sent`. Known failures: `feedback-declined`. */
export type FeedbackResult = ResultOf<typeof tools.feedback>;
/** Input of *Find files*: `Glob`, `GlobTool` (claude-code); `glob` (copilot); `glob` (opencode); `glob` (opencode-go); `find` (pi); `glob` (gemini); `glob` (qwen); `Glob` (kimi); `Glob` (kimi-code). See `schemas/glob.json`. */
export type GlobInput = InputOf<typeof tools.glob>;
/** Result of *Find files*, by `kind`: `files`. Known failures: `timed-out`, `program-missing`, `working-folder-gone`, `file-missing`, `is-folder`, `not-a-folder`, `no-access`, `file-system`. */
export type GlobResult = ResultOf<typeof tools.glob>;
/** Input of *Goal*: `get_goal`, `create_goal`, `update_goal` (codex). See `schemas/goals.json`. */
export type GoalsInput = InputOf<typeof tools.goals>;
/** Result of *Goal*, by `kind`: `goal`, `note`. Known failures: `goal-exists`, `no-goal`, `status-not-allowed`. */
export type GoalsResult = ResultOf<typeof tools.goals>;
/** Input of *Search in files*: `Grep`, `GrepTool` (claude-code); `grep`, `rg` (copilot); `grep` (opencode); `grep` (opencode-go); `grep` (pi); `grep_search`, `search_file_content` (gemini); `grep_search`, `search_file_content` (qwen); `Grep` (kimi); `Grep` (kimi-code). See `schemas/grep.json`. */
export type GrepInput = InputOf<typeof tools.grep>;
/** Result of *Search in files*, by `kind`: `counts`, `content`, `files`. Known failures: `bad-pattern`, `timed-out`, `file-missing`, `program-missing`, `working-folder-gone`, `is-folder`, `not-a-folder`, `no-access`, `file-system`. */
export type GrepResult = ResultOf<typeof tools.grep>;
/** Input of *Image generation*: `image_generation`, `image_gen/imagegen`, `image_gen` (codex). See `schemas/image-generation.json`. */
export type ImageGenerationInput = InputOf<typeof tools.imageGeneration>;
/** Result of *Image generation*, by `kind`: `image`, `note`. Known failures: `generation-failed`. */
export type ImageGenerationResult = ResultOf<typeof tools.imageGeneration>;
/** Input of *List agents*: `ListAgents`, `ListPeers` (claude-code); `list_agents`, `collaboration/list_agents`, `\/list_agents$…` (codex). See `schemas/list-agents.json`. */
export type ListAgentsInput = InputOf<typeof tools.listAgents>;
/** Result of *List agents*, by `kind`: `agents`, `text`. */
export type ListAgentsResult = ResultOf<typeof tools.listAgents>;
/** Input of *List folder*: `LS`, `LSTool` (claude-code); `ls` (pi); `list_directory` (gemini); `list_directory` (qwen). See `schemas/ls.json`. */
export type LsInput = InputOf<typeof tools.ls>;
/** Result of *List folder*, by `kind`: `tree`. Known failures: `working-folder-gone`, `file-missing`, `is-folder`, `not-a-folder`, `no-access`, `file-system`. */
export type LsResult = ResultOf<typeof tools.ls>;
/** Input of *Language server*: `LSP` (claude-code). See `schemas/lsp.json`. */
export type LspInput = InputOf<typeof tools.lsp>;
/** Result of *Language server*, by `kind`: `answer`. Known failures: `no-language-server`, `language-server-failed`, `working-folder-gone`, `file-missing`, `is-folder`, `not-a-folder`, `no-access`, `file-system`. */
export type LspResult = ResultOf<typeof tools.lsp>;
/** Input of *MCP tool*: `^mcp__…` (claude-code); `^mcp__…` (codex); `^mcp__…` (copilot); `^(?:mcp_(?!_)|[A-Za-z][\w.-]{0,80}?__[A-Za-z])…` (gemini); `^mcp__…` (qwen); `^mcp__…` (kimi); `^mcp__…` (kimi-code). See `schemas/mcp.json`. */
export type McpInput = InputOf<typeof tools.mcp>;
/** Result of *MCP tool*, by `kind`: `reply`, `value`, `error`. Known failures: `mcp-not-connected`, `mcp-timed-out`, `mcp-unknown-tool`, `mcp-bad-arguments`, `http-not-found`, `http-refused`, `http-too-many-requests`, `http-server-error`, `http-bad-request`, `mcp-not-authorised`, `no-connection`, `resource-busy`, `module-missing`, `mcp-nothing-found`, `mcp-too-large`, `mcp-tool-error`. */
export type McpResult = ResultOf<typeof tools.mcp>;
/** Input of *MCP resources*: `ListMcpResourcesTool`, `ListMcpResources`, `ReadMcpResourceTool`, `ReadMcpResource`, `ReadMcpResourceDirTool`, `ReadMcpResourceDir`, `RefreshMcpTools`, `SubscribeMcpResource`, `UnsubscribeMcpResource`, `SubscribePolling`, `UnsubscribePolling` (claude-code); `list_mcp_resources`, `list_mcp_resource_templates`, `read_mcp_resource` (codex). See `schemas/mcp-resources.json`. */
export type McpResourcesInput = InputOf<typeof tools.mcpResources>;
/** Result of *MCP resources*, by `kind`: `refreshed`, `contents`, `resources`, `subscribed`, `unsubscribed`, `note`. Known failures: `unknown-server`, `server-not-connected`, `no-resources`, `resource-failed`. */
export type McpResourcesResult = ResultOf<typeof tools.mcpResources>;
/** Input of *Monitor*: `Monitor` (claude-code). See `schemas/monitor.json`. */
export type MonitorInput = InputOf<typeof tools.monitor>;
/** Result of *Monitor*, by `kind`: `started`. */
export type MonitorResult = ResultOf<typeof tools.monitor>;
/** Input of *Notebook edit*: `NotebookEdit`, `NotebookEditCell` (claude-code). See `schemas/notebook-edit.json`. */
export type NotebookEditInput = InputOf<typeof tools.notebookEdit>;
/** Result of *Notebook edit*, by `kind`: `cell-not-edited`, `cell-edited`. Known failures: `not-read-yet`, `modified-since-read`, `cell-missing`, `not-a-notebook`, `bad-cell-edit`, `working-folder-gone`, `file-missing`, `is-folder`, `not-a-folder`, `no-access`, `file-system`. */
export type NotebookEditResult = ResultOf<typeof tools.notebookEdit>;
/** Input of *Notebook read*: `NotebookRead`, `ReadNotebook` (claude-code). See `schemas/notebook-read.json`. */
export type NotebookReadInput = InputOf<typeof tools.notebookRead>;
/** Result of *Notebook read*, by `kind`: `cells`. Known failures: `not-a-notebook`, `cell-missing`, `working-folder-gone`, `file-missing`, `is-folder`, `not-a-folder`, `no-access`, `file-system`. */
export type NotebookReadResult = ResultOf<typeof tools.notebookRead>;
/** Input of *Onboarding*: `ShowOnboardingRolePicker`, `OfferChromeSetup`, `ShareOnboardingGuide` (claude-code). See `schemas/onboarding.json`. */
export type OnboardingInput = InputOf<typeof tools.onboarding>;
/** Result of *Onboarding*, by `kind`: `role`, `chrome`, `note`. Known failures: `offer-declined`. */
export type OnboardingResult = ResultOf<typeof tools.onboarding>;
/** Input of *Project knowledge*: `Projects` (claude-code). See `schemas/projects.json`. */
export type ProjectsInput = InputOf<typeof tools.projects>;
/** Result of *Project knowledge*, by `kind`: `info`, `document`, `hits`, `written`, `deleted`, `memory`, `note`. Known failures: `no-such-document`, `project-full`. */
export type ProjectsResult = ResultOf<typeof tools.projects>;
/** Input of *Proposal*: `ProposeGoal`, `propose_skills`, `ProposeSkills` (claude-code). See `schemas/propose.json`. */
export type ProposeInput = InputOf<typeof tools.propose>;
/** Result of *Proposal*, by `kind`: `goal`, `skills`, `note`. Known failures: `proposal-declined`. */
export type ProposeResult = ResultOf<typeof tools.propose>;
/** Input of *Read*: `Read`, `View` (claude-code); `view` (copilot); `read_file` (copilot-vscode); `read` (opencode); `view` (opencode-go); `read` (pi); `read_file`, `read_many_files` (gemini); `read_file`, `read_many_files` (qwen); `ReadFile` (kimi); `Read` (kimi-code). See `schemas/read.json`. */
export type ReadInput = InputOf<typeof tools.read>;
/** Result of *Read*, by `kind`: `text`, `image`, `notebook`, `pdf`, `pages`, `unchanged`. Known failures: `file-too-large`, `unreadable-kind`, `bad-pages`, `pdf-too-long`, `file-damaged`, `working-folder-gone`, `file-missing`, `is-folder`, `not-a-folder`, `no-access`, `file-system`. */
export type ReadResult = ResultOf<typeof tools.read>;
/** Input of *Notifications*: `ReadNotifications` (claude-code). See `schemas/read-notifications.json`. */
export type ReadNotificationsInput = InputOf<typeof tools.readNotifications>;
/** Result of *Notifications*, by `kind`: `notifications`, `note`. */
export type ReadNotificationsResult = ResultOf<typeof tools.readNotifications>;
/** Input of *Remote trigger*: `RemoteTrigger` (claude-code). See `schemas/remote-trigger.json`. */
export type RemoteTriggerInput = InputOf<typeof tools.remoteTrigger>;
/** Result of *Remote trigger*, by `kind`: `answer`. Known failures: `not-signed-in`. */
export type RemoteTriggerResult = ResultOf<typeof tools.remoteTrigger>;
/** Input of *Review findings*: `ReportFindings` (claude-code). See `schemas/report-findings.json`. */
export type ReportFindingsInput = InputOf<typeof tools.reportFindings>;
/** Result of *Review findings*, by `kind`: `reported`. */
export type ReportFindingsResult = ResultOf<typeof tools.reportFindings>;
/** Input of *Permission request*: `request_permissions` (codex). See `schemas/request-permissions.json`. */
export type RequestPermissionsInput = InputOf<typeof tools.requestPermissions>;
/** Result of *Permission request*, by `kind`: `granted`, `note`. Known failures: `not-granted`, `nothing-asked`. */
export type RequestPermissionsResult = ResultOf<typeof tools.requestPermissions>;
/** Input of *Schedule wake-up*: `ScheduleWakeup` (claude-code). See `schemas/schedule-wakeup.json`. */
export type ScheduleWakeupInput = InputOf<typeof tools.scheduleWakeup>;
/** Result of *Schedule wake-up*, by `kind`: `stopped`, `scheduled`. */
export type ScheduleWakeupResult = ResultOf<typeof tools.scheduleWakeup>;
/** Input of *Shell*: `Bash`, `PowerShell`, `BashTool`, `bash` (claude-code); `exec_command`, `shell_command`, `shell`, `container.exec`, `local_shell`, `local_shell_call` (codex); `bash`, `powershell` (copilot); `run_in_terminal` (copilot-vscode); `bash`, `shell` (opencode); `bash` (pi); `run_shell_command` (gemini); `run_shell_command` (qwen); `Shell` (kimi); `Bash` (kimi-code); `Shell`, `Bash`, `run_terminal_cmd` (cursor); `Execute`, `Shell` (droid). See `schemas/shell.json`. */
export type ShellInput = InputOf<typeof tools.shell>;
/** Result of *Shell*, by `kind`: `background`, `output`. Known failures: `user-rejected`, `sandbox-denied`, `standalone-sleep`, `command-not-allowed`, `script-failed`, `timed-out`, `no-match`, `exit-code`, `time-limit`, `killed`, `command-not-found`, `not-executable`, `stopped-by-signal`, `crashed`, `reader-left`, `file-missing`, `wrong-usage`, `module-missing`, `version-mismatch`, `permission-denied`, `no-tests`, `tests-failed`, `checks-failed`, `sandbox-failed`, `process-gone`, `program-failed`, `shell-syntax`, `address-in-use`, `disk-full`, `out-of-memory`, `resource-busy`, `no-connection`, `http-too-many-requests`, `http-refused`, `is-folder`, `not-a-folder`, `file-exists`, `revision-missing`, `no-upstream`, `install-failed`, `http-not-found`, `http-bad-request`, `not-authorised`, `not-configured`, `query-failed`, `nothing-to-commit`, `git-refused`, `program-raised`, `command-failed`. */
export type ShellResult = ResultOf<typeof tools.shell>;
/** Input of *Shell input*: `write_stdin` (codex). See `schemas/shell-input.json`. */
export type ShellInputInput = InputOf<typeof tools.shellInput>;
/** Result of *Shell input*, by `kind`: `output`, `refused`. Known failures: `stdin-closed`, `unknown-session`, `stopped`, `script-failed`, `timed-out`, `no-match`, `exit-code`, `time-limit`, `killed`, `command-not-found`, `not-executable`, `stopped-by-signal`, `crashed`, `reader-left`, `file-missing`, `wrong-usage`, `module-missing`, `version-mismatch`, `permission-denied`, `no-tests`, `tests-failed`, `checks-failed`, `sandbox-denied`, `sandbox-failed`, `process-gone`, `program-failed`, `shell-syntax`, `address-in-use`, `disk-full`, `out-of-memory`, `resource-busy`, `no-connection`, `http-too-many-requests`, `http-refused`, `is-folder`, `not-a-folder`, `file-exists`, `revision-missing`, `no-upstream`, `install-failed`, `http-not-found`, `http-bad-request`, `not-authorised`, `not-configured`, `query-failed`, `nothing-to-commit`, `git-refused`, `program-raised`, `command-failed`. */
export type ShellInputResult = ResultOf<typeof tools.shellInput>;
/** Input of *Skill*: `Skill` (claude-code); `skill` (copilot); `skill` (opencode); `activate_skill` (gemini); `skill` (qwen). See `schemas/skill.json`. */
export type SkillInput = InputOf<typeof tools.skill>;
/** Result of *Skill*, by `kind`: `finished`, `launched`, `note`. Known failures: `unknown-skill`, `skill-not-allowed`, `skill-already-running`. */
export type SkillResult = ResultOf<typeof tools.skill>;
/** Input of *Slash command*: `SlashCommand` (claude-code). See `schemas/slash-command.json`. */
export type SlashCommandInput = InputOf<typeof tools.slashCommand>;
/** Result of *Slash command*, by `kind`: `launched`, `output`. Known failures: `unknown-command`, `command-not-allowed`. */
export type SlashCommandResult = ResultOf<typeof tools.slashCommand>;
/** Input of *Sleep*: `sleep`, `clock/sleep` (codex). See `schemas/sleep.json`. */
export type SleepInput = InputOf<typeof tools.sleep>;
/** Result of *Sleep*, by `kind`: `slept`, `note`. Known failures: `duration-out-of-range`. */
export type SleepResult = ResultOf<typeof tools.sleep>;
/** Input of *Structured output*: `StructuredOutput` (claude-code). See `schemas/structured-output.json`. */
export type StructuredOutputInput = InputOf<typeof tools.structuredOutput>;
/** Result of *Structured output*, by `kind`: `accepted`, `payload`. Known failures: `schema-mismatch`. */
export type StructuredOutputResult = ResultOf<typeof tools.structuredOutput>;
/** Input of *Hand back*: `SubagentHandback` (claude-code). See `schemas/subagent-handback.json`. */
export type SubagentHandbackInput = InputOf<typeof tools.subagentHandback>;
/** Result of *Hand back*, by `kind`: `handed-back`. */
export type SubagentHandbackResult = ResultOf<typeof tools.subagentHandback>;
/** Input of *Task board*: `TaskCreate`, `TaskUpdate`, `TaskGet`, `TaskList` (claude-code). See `schemas/task-board.json`. */
export type TaskBoardInput = InputOf<typeof tools.taskBoard>;
/** Result of *Task board*, by `kind`: `updated`, `tasks`, `task`, `created`. Known failures: `task-not-found`. */
export type TaskBoardResult = ResultOf<typeof tools.taskBoard>;
/** Input of *Task output*: `TaskOutput`, `AgentOutputTool`, `AgentOutput` (claude-code). See `schemas/task-output.json`. */
export type TaskOutputInput = InputOf<typeof tools.taskOutput>;
/** Result of *Task output*, by `kind`: `task`. Known failures: `task-not-found`. */
export type TaskOutputResult = ResultOf<typeof tools.taskOutput>;
/** Input of *Stop task*: `TaskStop`, `KillShell`, `KillBash` (claude-code); `stop_bash`, `stop_powershell` (copilot). See `schemas/task-stop.json`. */
export type TaskStopInput = InputOf<typeof tools.taskStop>;
/** Result of *Stop task*, by `kind`: `stopped`. Known failures: `not-running`, `task-not-found`. */
export type TaskStopResult = ResultOf<typeof tools.taskStop>;
/** Input of *Team*: `TeamCreate`, `TeamDelete` (claude-code). See `schemas/team.json`. */
export type TeamInput = InputOf<typeof tools.team>;
/** Result of *Team*, by `kind`: `deleted`, `created`. Known failures: `team-exists`. */
export type TeamResult = ResultOf<typeof tools.team>;
/** Input of *To-do list*: `TodoWrite`, `TodoRead` (claude-code); `update_plan` (codex); `todowrite`, `todoread` (opencode); `write_todos` (gemini); `todo_write` (qwen); `SetTodoList` (kimi); `TodoList` (kimi-code); `TodoWrite` (droid). See `schemas/todo.json`. */
export type TodoInput = InputOf<typeof tools.todo>;
/** Result of *To-do list*, by `kind`: `todos`. Known failures: `todos-invalid`. */
export type TodoResult = ResultOf<typeof tools.todo>;
/** Input of *Tool search*: `ToolSearch`, `MCPSearch`, `tool_search_tool_regex`, `tool_search_tool_bm25` (claude-code); `tool_search` (codex). See `schemas/tool-search.json`. */
export type ToolSearchInput = InputOf<typeof tools.toolSearch>;
/** Result of *Tool search*, by `kind`: `matches`, `note`. */
export type ToolSearchResult = ResultOf<typeof tools.toolSearch>;
/** Input of *Message to the person*: `SendUserMessage`, `Brief`, `SendUserFile`, `PushNotification` (claude-code). See `schemas/user-message.json`. */
export type UserMessageInput = InputOf<typeof tools.userMessage>;
/** Result of *Message to the person*, by `kind`: `notified`, `sent`, `note`. Known failures: `file-missing`. */
export type UserMessageResult = ResultOf<typeof tools.userMessage>;
/** Input of *View image*: `view_image`, `ImageView` (codex). See `schemas/view-image.json`. */
export type ViewImageInput = InputOf<typeof tools.viewImage>;
/** Result of *View image*, by `kind`: `image`. Known failures: `file-missing`, `not-an-image`, `images-unsupported`. */
export type ViewImageResult = ResultOf<typeof tools.viewImage>;
/** Input of *Wait for an environment*: `wait_for_environment` (codex). See `schemas/wait-for-environment.json`. */
export type WaitForEnvironmentInput = InputOf<typeof tools.waitForEnvironment>;
/** Result of *Wait for an environment*, by `kind`: `state`, `note`. Known failures: `environment-not-starting`, `environment-failed`. */
export type WaitForEnvironmentResult = ResultOf<typeof tools.waitForEnvironment>;
/** Input of *Wait for MCP servers*: `WaitForMcpServers` (claude-code). See `schemas/wait-for-mcp.json`. */
export type WaitForMcpInput = InputOf<typeof tools.waitForMcp>;
/** Result of *Wait for MCP servers*, by `kind`: `value`, `note`. Known failures: `timed-out`. */
export type WaitForMcpResult = ResultOf<typeof tools.waitForMcp>;
/** Input of *Web page*: `WebFetch`, `web_fetch` (claude-code); `web_fetch` (copilot); `webfetch` (opencode); `web_fetch` (gemini); `web_fetch` (qwen); `FetchURL` (kimi); `FetchURL` (kimi-code); `FetchUrl` (droid). See `schemas/web-fetch.json`. */
export type WebFetchInput = InputOf<typeof tools.webFetch>;
/** Result of *Web page*, by `kind`: `detached`, `redirect`, `page`, `document`, `refused`. Known failures: `fetch-refused`, `http-not-found`, `http-refused`, `http-too-many-requests`, `http-bad-request`, `http-server-error`, `domain-blocked`, `domain-not-verified`, `invalid-url`, `too-large`, `timed-out`, `unreachable`, `redirect-loop`. */
export type WebFetchResult = ResultOf<typeof tools.webFetch>;
/** Input of *Web search*: `WebSearch`, `web_search` (claude-code); `web_search`, `web/search` (codex); `web_search` (copilot); `websearch`, `codesearch` (opencode); `google_web_search` (gemini); `web_search` (qwen); `SearchWeb` (kimi); `WebSearch` (kimi-code); `WebSearch`, `web_search` (cursor). See `schemas/web-search.json`. */
export type WebSearchInput = InputOf<typeof tools.webSearch>;
/** Result of *Web search*, by `kind`: `detached`, `results`, `refused`, `done`. Known failures: `search-unavailable`, `both-domain-lists`, `missing-query`. */
export type WebSearchResult = ResultOf<typeof tools.webSearch>;
/** Input of *Workflow*: `Workflow` (claude-code). See `schemas/workflow.json`. */
export type WorkflowInput = InputOf<typeof tools.workflow>;
/** Result of *Workflow*, by `kind`: `launched`. Known failures: `workflow-not-found`. */
export type WorkflowResult = ResultOf<typeof tools.workflow>;
/** Input of *Worktree*: `EnterWorktree`, `ExitWorktree` (claude-code). See `schemas/worktree.json`. */
export type WorktreeInput = InputOf<typeof tools.worktree>;
/** Result of *Worktree*, by `kind`: `left`, `entered`, `note`. Known failures: `work-would-be-lost`, `not-a-repository`, `already-in-worktree`, `not-in-worktree`, `no-such-worktree`. */
export type WorktreeResult = ResultOf<typeof tools.worktree>;
/** Input of *Write*: `Write`, `Replace` (claude-code); `create` (copilot); `create_file` (copilot-vscode); `write` (opencode); `write` (opencode-go); `write` (pi); `write_file` (gemini); `write_file` (qwen); `WriteFile` (kimi); `Write` (kimi-code); `Write` (cursor); `Create` (droid). See `schemas/write.json`. */
export type WriteInput = InputOf<typeof tools.write>;
/** Result of *Write*, by `kind`: `written`. Known failures: `not-read-yet`, `modified-since-read`, `is-notebook`, `file-exists`, `working-folder-gone`, `file-missing`, `is-folder`, `not-a-folder`, `no-access`, `file-system`. */
export type WriteResult = ResultOf<typeof tools.write>;
/** Input of *Other tool*: any tool without a definition. See `schemas/generic.json`. */
export type GenericInput = InputOf<typeof generic>;
/** Result of *Other tool*, by `kind`: `value`, `text`. */
export type GenericResult = ResultOf<typeof generic>;

export interface Types<Input, Result extends Kinded> {
  readonly input: Input;
  readonly result: Result;
}

/** Every tool's types, by its id. */
export interface ToolTypes {
  readonly agent: Types<AgentInput, AgentResult>;
  readonly 'agent-message': Types<AgentMessageInput, AgentMessageResult>;
  readonly artifact: Types<ArtifactInput, ArtifactResult>;
  readonly 'ask-user-question': Types<AskUserQuestionInput, AskUserQuestionResult>;
  readonly 'bash-output': Types<BashOutputInput, BashOutputResult>;
  readonly batch: Types<BatchInput, BatchResult>;
  readonly 'claude-design': Types<ClaudeDesignInput, ClaudeDesignResult>;
  readonly 'code-cell': Types<CodeCellInput, CodeCellResult>;
  readonly 'code-execution': Types<CodeExecutionInput, CodeExecutionResult>;
  readonly config: Types<ConfigInput, ConfigResult>;
  readonly cron: Types<CronInput, CronResult>;
  readonly edit: Types<EditInput, EditResult>;
  readonly 'end-conversation': Types<EndConversationInput, EndConversationResult>;
  readonly 'enter-plan-mode': Types<EnterPlanModeInput, EnterPlanModeResult>;
  readonly 'exit-plan-mode': Types<ExitPlanModeInput, ExitPlanModeResult>;
  readonly feedback: Types<FeedbackInput, FeedbackResult>;
  readonly glob: Types<GlobInput, GlobResult>;
  readonly goals: Types<GoalsInput, GoalsResult>;
  readonly grep: Types<GrepInput, GrepResult>;
  readonly 'image-generation': Types<ImageGenerationInput, ImageGenerationResult>;
  readonly 'list-agents': Types<ListAgentsInput, ListAgentsResult>;
  readonly ls: Types<LsInput, LsResult>;
  readonly lsp: Types<LspInput, LspResult>;
  readonly mcp: Types<McpInput, McpResult>;
  readonly 'mcp-resources': Types<McpResourcesInput, McpResourcesResult>;
  readonly monitor: Types<MonitorInput, MonitorResult>;
  readonly 'notebook-edit': Types<NotebookEditInput, NotebookEditResult>;
  readonly 'notebook-read': Types<NotebookReadInput, NotebookReadResult>;
  readonly onboarding: Types<OnboardingInput, OnboardingResult>;
  readonly projects: Types<ProjectsInput, ProjectsResult>;
  readonly propose: Types<ProposeInput, ProposeResult>;
  readonly read: Types<ReadInput, ReadResult>;
  readonly 'read-notifications': Types<ReadNotificationsInput, ReadNotificationsResult>;
  readonly 'remote-trigger': Types<RemoteTriggerInput, RemoteTriggerResult>;
  readonly 'report-findings': Types<ReportFindingsInput, ReportFindingsResult>;
  readonly 'request-permissions': Types<RequestPermissionsInput, RequestPermissionsResult>;
  readonly 'schedule-wakeup': Types<ScheduleWakeupInput, ScheduleWakeupResult>;
  readonly shell: Types<ShellInput, ShellResult>;
  readonly 'shell-input': Types<ShellInputInput, ShellInputResult>;
  readonly skill: Types<SkillInput, SkillResult>;
  readonly 'slash-command': Types<SlashCommandInput, SlashCommandResult>;
  readonly sleep: Types<SleepInput, SleepResult>;
  readonly 'structured-output': Types<StructuredOutputInput, StructuredOutputResult>;
  readonly 'subagent-handback': Types<SubagentHandbackInput, SubagentHandbackResult>;
  readonly 'task-board': Types<TaskBoardInput, TaskBoardResult>;
  readonly 'task-output': Types<TaskOutputInput, TaskOutputResult>;
  readonly 'task-stop': Types<TaskStopInput, TaskStopResult>;
  readonly team: Types<TeamInput, TeamResult>;
  readonly todo: Types<TodoInput, TodoResult>;
  readonly 'tool-search': Types<ToolSearchInput, ToolSearchResult>;
  readonly 'user-message': Types<UserMessageInput, UserMessageResult>;
  readonly 'view-image': Types<ViewImageInput, ViewImageResult>;
  readonly 'wait-for-environment': Types<WaitForEnvironmentInput, WaitForEnvironmentResult>;
  readonly 'wait-for-mcp': Types<WaitForMcpInput, WaitForMcpResult>;
  readonly 'web-fetch': Types<WebFetchInput, WebFetchResult>;
  readonly 'web-search': Types<WebSearchInput, WebSearchResult>;
  readonly workflow: Types<WorkflowInput, WorkflowResult>;
  readonly worktree: Types<WorktreeInput, WorktreeResult>;
  readonly write: Types<WriteInput, WriteResult>;
  readonly generic: Types<GenericInput, GenericResult>;
}
