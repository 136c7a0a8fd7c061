// What the reader of Codex logs never uses: instructions, catalogues, limits, and encrypted content.

import type { Unread } from '../format.ts';

const COUNTS: Unread = { total_tokens: 'drop' };

export const UNREAD: Unread = {
  payload: {
    active_permission_profile: 'drop',
    base_instructions: 'drop',
    collaboration_mode: 'drop',
    developer_instructions: 'drop',
    dynamic_tools: 'drop',
    encrypted_content: 'drop',
    file_system_sandbox_policy: 'drop',
    ghost_commit: 'drop',
    info: { last_token_usage: COUNTS, total_token_usage: COUNTS },
    last_agent_message: 'drop',
    memory_citation: 'drop',
    permission_profile: 'drop',
    phase: 'drop',
    rate_limits: 'drop',
    replacement_history: 'drop',
    // Of the environment, in `world_state`.
    state: 'drop',
    text_elements: 'drop',
    thread_settings: { collaboration_mode: 'drop', developer_instructions: 'drop' },
    truncation_policy: 'drop',
    user_instructions: 'drop',
  },
};
