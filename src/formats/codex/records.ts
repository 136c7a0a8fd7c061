// The list of Codex record types and how each is treated. Open: a type that is not here is kept and counted.
// Evidence: docs/formats/codex.md, "Record types" (parts B2, B4, B5 and B5.1 of the format notes).

/** Envelope types that carry facts. */
export const OBSERVED_RECORDS: ReadonlySet<string> = new Set([
  'session_meta',
  'response_item',
  'event_msg',
  'turn_context',
  'compacted',
  'inter_agent_communication',
  'token_usage_record',
]);

/** Envelope types without a meaning for calls, with the reason the ledger shows. */
export const IGNORED_RECORDS: ReadonlyMap<string, string> = new Map([
  ['world_state', 'state: environment snapshot'],
  ['inter_agent_communication_metadata', 'state: delivery of a message'],
  ['security_risk_score', 'state: risk score'],
  ['retained_context', 'state: context checkpoint'],
  ['realtime_item', 'state: spoken form of other items'],
]);

/** ResponseItems that request a tool. */
export const CALL_ITEMS: ReadonlySet<string> = new Set([
  'function_call',
  'custom_tool_call',
  'local_shell_call',
  'tool_search_call',
  'web_search_call',
  'image_generation_call',
]);

/** ResponseItems that answer one. `function_call_result` is not a Codex spelling, but some describe it so (D 23). */
export const OUTPUT_ITEMS: ReadonlySet<string> = new Set([
  'function_call_output',
  'custom_tool_call_output',
  'local_shell_call_output',
  'tool_search_output',
  'function_call_result',
]);

/** ResponseItems that mark a compaction. */
const COMPACTION_ITEMS: ReadonlySet<string> = new Set(['compaction', 'compaction_summary', 'context_compaction']);

/** What a ResponseItem is about, by its type: one lookup for all of them. */
export const ITEM_ROLES: ReadonlyMap<string, 'call' | 'output' | 'message' | 'peer' | 'reasoning' | 'compaction'> =
  new Map([
    ...[...CALL_ITEMS].map((type) => [type, 'call'] as const),
    ...[...OUTPUT_ITEMS].map((type) => [type, 'output'] as const),
    ...[...COMPACTION_ITEMS].map((type) => [type, 'compaction'] as const),
    ['message', 'message'] as const,
    ['agent_message', 'peer'] as const,
    ['reasoning', 'reasoning'] as const,
  ]);

export const IGNORED_ITEMS: ReadonlyMap<string, string> = new Map([
  ['ghost_snapshot', 'state: file backups'],
  ['configuration_update', 'state: configuration'],
  ['additional_tools', 'state: tool catalogue'],
  ['compaction_trigger', 'state: compaction asked for'],
  ['other', 'state: placeholder item'],
]);

/** Whether a bare record (the format of 2025, without envelope) is a ResponseItem. */
export function isResponseItem(type: string): boolean {
  return ITEM_ROLES.has(type) || (type !== 'other' && IGNORED_ITEMS.has(type));
}

/** Events that repeat what response items say; they count only in files that have no response items. */
export const TWIN_EVENTS: ReadonlySet<string> = new Set([
  'user_message',
  'agent_message',
  'agent_reasoning',
  'agent_reasoning_raw_content',
]);

/** Events that report the end of a tool call. */
export const END_EVENTS: ReadonlySet<string> = new Set([
  'exec_command_end',
  'patch_apply_end',
  'mcp_tool_call_end',
  'web_search_end',
  'image_generation_end',
  'view_image_tool_call',
  'dynamic_tool_call_response',
  'collab_agent_spawn_end',
  'collab_agent_interaction_end',
  'collab_waiting_end',
  'collab_close_end',
  'collab_resume_end',
]);

/** TurnItems that report the end of a tool call. */
export const END_ITEMS: ReadonlySet<string> = new Set([
  'CommandExecution',
  'FileChange',
  'McpToolCall',
  'DynamicToolCall',
  'CollabAgentToolCall',
  'WebSearch',
  'ImageView',
  'ImageGeneration',
  'Sleep',
  'Extension',
]);

const STREAM = 'state: step of a stream';
const SETUP = 'state: client set-up';

/**
 * Ignored events. Most are never written to disk (B5: begin and delta events, approvals, hooks); they are listed so that a build that
 * does write them does not count as unknown.
 */
export const IGNORED_EVENTS: ReadonlyMap<string, string> = new Map([
  ...`exec_command_begin exec_command_output_delta terminal_interaction patch_apply_begin patch_apply_updated
    mcp_tool_call_begin web_search_begin image_generation_begin collab_agent_spawn_begin collab_agent_interaction_begin
    collab_waiting_begin collab_close_begin collab_resume_begin item_started item_updated agent_message_delta
    agent_message_content_delta agent_reasoning_delta agent_reasoning_raw_content_delta agent_reasoning_section_break
    reasoning_content_delta reasoning_raw_content_delta plan_delta raw_response_item hook_started hook_completed
    background_event undo_started`
    .split(/\s+/)
    .map((type): [string, string] => [type, STREAM]),
  ...`session_configured mcp_startup_update mcp_startup_complete mcp_list_tools_response list_custom_prompts_response
    list_skills_response list_remote_skills_response remote_skill_downloaded skills_update_available
    get_history_entry_response conversation_path shutdown_complete deprecation_notice model_reroute model_verification
    turn_moderation_metadata safety_buffering realtime_conversation_started realtime_conversation_sdp
    realtime_conversation_realtime realtime_conversation_closed realtime_conversation_list_voices_response`
    .split(/\s+/)
    .map((type): [string, string] => [type, SETUP]),
  ['plan_update', 'twin of a call: update_plan'],
  ['turn_diff', 'state: sum of the turn’s changes'],
  ['request_user_input', 'twin of a call: request_user_input'],
]);

/** Lines that `codex exec --json` prints: another vocabulary than that of rollouts. */
export const STREAM_CAPTURE =
  /^(?:thread\.started|turn\.(?:started|completed|failed)|item\.(?:started|updated|completed|[a-z_]{1,40}\.delta))$/;
