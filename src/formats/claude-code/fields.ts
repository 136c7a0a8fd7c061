// The names of fields seen in conversation records of Claude Code: what is not here is new, and worth a look.

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

const MESSAGE = words(`container content context_management diagnostics id model role stop_details stop_reason
  stop_sequence type usage`);

const CONVERSATION = words('assistant user system progress attachment');

/** `assistant.newField`, `assistant.message.newField`. Records of other types are open by nature. */
export function unknownFields(record: JsonObject): string[] {
  const type = record['type'];
  if (typeof type !== 'string' || !CONVERSATION.has(type)) return [];
  const names = Object.keys(record).filter((name) => !RECORD.has(name));
  const inner = Object.keys(asObject(record['message']) ?? {}).filter((name) => !MESSAGE.has(name));
  return [...names.map((name) => `${type}.${name}`), ...inner.map((name) => `${type}.message.${name}`)];
}
