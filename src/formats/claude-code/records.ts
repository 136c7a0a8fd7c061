// The list of Claude Code's record types and how each is treated. Open: a type that is not here is kept and counted.
// Evidence: docs/formats/claude-code.md, "Record types".

/** State records without a meaning for calls: skipped, with the reason the ledger shows. */
export const IGNORED_TYPES: ReadonlyMap<string, string> = new Map([
  ['mode', 'state: constant'],
  ['atis-latch', 'state: constant'],
  ['agent-name', 'state: repeats the title'],
  ['agent-setting', 'state: display'],
  ['agent-color', 'state: display'],
  ['tag', 'state: display'],
  ['last-prompt', 'state: repeats a prompt'],
  ['file-history-snapshot', 'state: file backups'],
  ['file-history-delta', 'state: file backups'],
  ['bridge-session', 'state: remote control'],
  ['frame-link', 'state: artifacts'],
  ['artifact-autoreact-ledger', 'state: artifacts'],
  ['artifact-comment-monitor', 'state: artifacts'],
  ['relocated', 'state: working folder'],
  ['worktree-state', 'state: working folder'],
  ['isolation-latch', 'state: display'],
  ['attribution-snapshot', 'state: display'],
  ['observer-ref', 'state: display'],
  ['history-suppression', 'state: display'],
  ['turn_end', 'state: turn'],
]);

/** Attachments that only add context for the model. */
export const CONTEXT_ATTACHMENTS: ReadonlySet<string> = new Set(
  `edited_text_file file directory already_read_file pdf_reference compact_file_reference invoked_skills skill_listing
  agent_listing_delta deferred_tools_delta deferred_tools_record mcp_instructions_delta command_permissions task_reminder
  todo todo_reminder total_tokens_reminder date date_change model environment session_context prompt_snapshot instructions
  nested_memory plan_mode plan_mode_exit plan_mode_reentry auto_mode auto_mode_exit goal_status budget_usd
  max_turns_reached ultrathink_effort ultra_effort_enter ultra_effort_exit selected_lines_in_ide opened_file_in_ide
  diagnostics output_style dynamic_skill
  remote_session_change silent_turn_reminder batching_reminder_sent thinking_drop thinking_stripped companion_intro
  critical_system_reminder read_truncation_notice bash_output_audience_note mcp_dropped_tools_delta unknown_command_fallback`.split(
    /\s+/,
  ),
);

/** Subtypes of `system` that say something to the person and nothing about calls. */
export const SYSTEM_NOTICES: ReadonlySet<string> = new Set([
  'informational',
  'away_summary',
  'bridge_status',
  'scheduled_task_fire',
  'local_command',
]);

/** Types whose records identify a session file of Claude Code for certain. */
export const OWN_TYPES: ReadonlySet<string> = new Set([
  ...IGNORED_TYPES.keys(),
  'summary',
  'ai-title',
  'custom-title',
  'permission-mode',
  'queue-operation',
  'pr-link',
  'cost-state',
  'fork-context-ref',
  'content-replacement',
  'progress',
  'attachment',
]);
// `mode` and `tag` are words other formats use too: they count only together with a session id.
