// The known fields of Claude Code's conversation records: anything not listed here is new, and worth a look.

import { asObject, type JsonObject } from '../../base/json.ts';

const words = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/));

const RECORD =
  words(`agentId agentName apiErrorStatus apiRefusalCategory apiRefusalExplanation attachment attributionAgent
  attributionMcpServer attributionMcpTool attributionPlugin attributionSkill cause classifierMetaLines compactMetadata
  content cwd data direction durationMs effort entrypoint error errorDetails fallbackModel forkedFrom gitBranch hasOutput
  hookAdditionalContext hookCount hookErrors hookInfos id imagePasteIds interruptedByShutdown interruptedMessageId
  isAbortedMidStream isApiErrorMessage isCompactSummary isMeta isSidechain isVisibleInTranscriptOnly level
  logicalParentUuid maxRetries mcpMeta message messageCount microcompactMetadata model origin originalModel
  parentToolUseID parentUuid pendingBackgroundAgentCount pendingWorkflowCount permissionMode planContent
  preventedContinuation project promptId promptSource refusedUserMessageUuid requestId retractedMessageUuids
  retryAttempt retryInMs scope sessionId sessionKind session_id slug source sourceToolAssistantUUID sourceToolUseID
  stopReason subtype summary supersedesUuids systemPayload teamName thinkingMetadata timestamp todos toolDenialKind
  toolEndsTurn toolUseID toolUseResult trigger turnCompanion type url userType uuid version`);

/** Of streams, and what `toolscope tee` adds to them. */
const STREAM = words(`@held @received agent_id agents apiKeySource api_error_status attempt betas claude_code_version
  compact_metadata decision_reason decision_reason_type description elapsed_time_seconds errors exit_code
  fast_mode_state hook_event hook_id hook_name isReplay isSynthetic is_backgrounded last_tool_name max_retries
  mcp_servers memory_paths outcome output output_file output_style parent_tool_use_id permissionMode plugins priority
  prompt retry_delay_ms skills slash_commands status stderr stdout subagent_type task_description task_id task_type
  tool_name tool_result_meta tool_use_id tool_use_result tools usage workflow_name`);

const MESSAGE = words(`container content context_management diagnostics id model role stop_details stop_reason
  stop_sequence type usage`);

const CONVERSATION = words('assistant user system progress attachment');

/** `assistant.newField`, `assistant.message.newField`. Records of other types may have any field. */
export function unknownFields(record: JsonObject): string[] {
  const type = record['type'];
  if (typeof type !== 'string' || !CONVERSATION.has(type)) return [];
  const names = Object.keys(record).filter((name) => !RECORD.has(name) && !STREAM.has(name));
  const inner = Object.keys(asObject(record['message']) ?? {}).filter((name) => !MESSAGE.has(name));
  return [...names.map((name) => `${type}.${name}`), ...inner.map((name) => `${type}.message.${name}`)];
}
