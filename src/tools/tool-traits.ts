// What questions ask about tools, without loading them. Generated from the definitions by `npm run generate`.

export interface ToolTraits {
  readonly id: string;
  readonly title: string;
  readonly family: string;
  /** What it does to the file it names. */
  readonly touches: 'read' | 'edit' | 'write' | null;
  /** Whom it waits for. */
  readonly awaits: 'answer' | 'permission' | null;
}

/** Of the tool that stands in for all that are not known. */
export const GENERIC_TOOL = { id: 'generic', title: 'Other tool' } as const;

export const TOOL_TRAITS: readonly ToolTraits[] = [
  { id: 'agent', title: 'Agent', family: 'agents', touches: null, awaits: null },
  { id: 'agent-message', title: 'Message to agent', family: 'agents', touches: null, awaits: null },
  { id: 'artifact', title: 'Artifact', family: 'web', touches: null, awaits: null },
  { id: 'ask-user-question', title: 'Question to the person', family: 'dialogue', touches: null, awaits: 'answer' },
  { id: 'bash-output', title: 'Shell output', family: 'tasks', touches: null, awaits: null },
  { id: 'batch', title: 'Batch', family: 'other', touches: null, awaits: null },
  { id: 'claude-design', title: 'Design', family: 'web', touches: null, awaits: null },
  { id: 'code-cell', title: 'Script', family: 'shell', touches: null, awaits: null },
  { id: 'code-execution', title: 'Code execution by the API', family: 'shell', touches: null, awaits: null },
  { id: 'config', title: 'Settings', family: 'session', touches: null, awaits: null },
  { id: 'cron', title: 'Scheduled jobs', family: 'tasks', touches: null, awaits: null },
  { id: 'edit', title: 'Edit', family: 'files', touches: 'edit', awaits: null },
  { id: 'end-conversation', title: 'End conversation', family: 'session', touches: null, awaits: null },
  { id: 'enter-plan-mode', title: 'Enter plan mode', family: 'plan', touches: null, awaits: 'answer' },
  { id: 'exit-plan-mode', title: 'Plan', family: 'plan', touches: null, awaits: 'answer' },
  { id: 'feedback', title: 'Feedback', family: 'dialogue', touches: null, awaits: null },
  { id: 'glob', title: 'Find files', family: 'search', touches: null, awaits: null },
  { id: 'goals', title: 'Goal', family: 'plan', touches: null, awaits: null },
  { id: 'grep', title: 'Search in files', family: 'search', touches: null, awaits: null },
  { id: 'image-generation', title: 'Image generation', family: 'web', touches: null, awaits: null },
  { id: 'list-agents', title: 'List agents', family: 'agents', touches: null, awaits: null },
  { id: 'ls', title: 'List folder', family: 'files', touches: null, awaits: null },
  { id: 'lsp', title: 'Language server', family: 'search', touches: null, awaits: null },
  { id: 'mcp', title: 'MCP tool', family: 'mcp', touches: null, awaits: null },
  { id: 'mcp-resources', title: 'MCP resources', family: 'mcp', touches: null, awaits: null },
  { id: 'monitor', title: 'Monitor', family: 'tasks', touches: null, awaits: null },
  { id: 'notebook-edit', title: 'Notebook edit', family: 'files', touches: 'edit', awaits: null },
  { id: 'notebook-read', title: 'Notebook read', family: 'files', touches: 'read', awaits: null },
  { id: 'onboarding', title: 'Onboarding', family: 'dialogue', touches: null, awaits: null },
  { id: 'projects', title: 'Project knowledge', family: 'web', touches: null, awaits: null },
  { id: 'propose', title: 'Proposal', family: 'dialogue', touches: null, awaits: 'answer' },
  { id: 'read', title: 'Read', family: 'files', touches: 'read', awaits: null },
  { id: 'read-notifications', title: 'Notifications', family: 'session', touches: null, awaits: null },
  { id: 'remote-trigger', title: 'Remote trigger', family: 'tasks', touches: null, awaits: null },
  { id: 'report-findings', title: 'Review findings', family: 'dialogue', touches: null, awaits: null },
  { id: 'request-permissions', title: 'Permission request', family: 'dialogue', touches: null, awaits: 'permission' },
  { id: 'schedule-wakeup', title: 'Schedule wake-up', family: 'tasks', touches: null, awaits: null },
  { id: 'shell', title: 'Shell', family: 'shell', touches: null, awaits: null },
  { id: 'shell-input', title: 'Shell input', family: 'shell', touches: null, awaits: null },
  { id: 'skill', title: 'Skill', family: 'agents', touches: null, awaits: null },
  { id: 'slash-command', title: 'Slash command', family: 'agents', touches: null, awaits: null },
  { id: 'sleep', title: 'Sleep', family: 'session', touches: null, awaits: null },
  { id: 'structured-output', title: 'Structured output', family: 'agents', touches: null, awaits: null },
  { id: 'subagent-handback', title: 'Hand back', family: 'agents', touches: null, awaits: null },
  { id: 'task-board', title: 'Task board', family: 'plan', touches: null, awaits: null },
  { id: 'task-output', title: 'Task output', family: 'tasks', touches: null, awaits: null },
  { id: 'task-stop', title: 'Stop task', family: 'tasks', touches: null, awaits: null },
  { id: 'team', title: 'Team', family: 'agents', touches: null, awaits: null },
  { id: 'todo', title: 'To-do list', family: 'plan', touches: null, awaits: null },
  { id: 'tool-search', title: 'Tool search', family: 'session', touches: null, awaits: null },
  { id: 'user-message', title: 'Message to the person', family: 'dialogue', touches: null, awaits: null },
  { id: 'view-image', title: 'View image', family: 'files', touches: 'read', awaits: null },
  { id: 'wait-for-environment', title: 'Wait for an environment', family: 'session', touches: null, awaits: null },
  { id: 'wait-for-mcp', title: 'Wait for MCP servers', family: 'mcp', touches: null, awaits: null },
  { id: 'web-fetch', title: 'Web page', family: 'web', touches: null, awaits: null },
  { id: 'web-search', title: 'Web search', family: 'web', touches: null, awaits: null },
  { id: 'workflow', title: 'Workflow', family: 'agents', touches: null, awaits: null },
  { id: 'worktree', title: 'Worktree', family: 'session', touches: null, awaits: null },
  { id: 'write', title: 'Write', family: 'files', touches: 'write', awaits: null },
];
