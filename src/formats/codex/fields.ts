// The known fields of Codex CLI's records: anything not listed here is new, and worth a look.

import { asObject, asString, type JsonObject } from '../../base/json.ts';

const words = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/));

const RECORD = words('ordinal payload timestamp type');

const PAYLOAD = words(`action action_name active_permission_profile agent_nickname agent_path agent_role agent_statuses
  agent_thread_id aggregated_output app_name approval_policy approvals_reviewer arguments audio author base_instructions
  callId call_id changes cli_version client_id codex_error_info collaboration_mode collaboration_mode_kind command
  comp_hash completed_at completed_at_ms connector_id content content_items context context_window current_date cwd
  decision_source developer_instructions duration duration_ms dynamic_tools effort encrypted_content end_turn error
  event_id execution exit_code file_system_sandbox_policy final_output_json_schema first_window_id forked_from_id
  formatted_output full function ghost_commit git goal history_mode id images info input instructions
  internal_chat_message_metadata_passthrough invocation item item_id kind last_agent_message link_id local_audio
  local_images memory_citation memory_mode message metadata model model_context_window model_provider multi_agent_mode
  multi_agent_version name namespace new_agent_nickname new_agent_role new_thread_id occurred_at_ms originator output
  parent_thread_id parsed_cmd path payload permission_profile personality phase plugin_id previous_window_id process_id
  prompt query rate_limits rationale read_only_hint realtime_active reason reasoning_effort receiver_agent_nickname
  receiver_agent_role receiver_thread_id recipient replacement_history result results review_output revised_prompt
  risk_level role sandbox_policy saved_path sender_thread_id session_id source started_at started_at_ms state status
  statuses stderr stdout success summary target target_item_id text text_elements threadId thread_id thread_name
  thread_settings thread_source time_to_first_token_ms timestamp timezone tool tools trigger_turn truncation_policy
  turnId turn_id type usage user_authorization user_facing_hint user_instructions window_id window_number
  workspace_roots`);

/** `event_msg.newField`, `event_msg.exec_command_end.newField`. The first form of the logs has no payload: open. */
export function unknownFields(record: JsonObject): string[] {
  const payload = asObject(record['payload']);
  const type = asString(record['type']);
  if (payload === undefined || type === undefined) return [];
  const inner = asString(payload['type']);
  const where = inner === undefined ? type : `${type}.${inner}`;
  return [
    ...Object.keys(record)
      .filter((name) => !RECORD.has(name))
      .map((name) => `${type}.${name}`),
    ...Object.keys(payload)
      .filter((name) => !PAYLOAD.has(name))
      .map((name) => `${where}.${name}`),
  ];
}
