// The known fields of Qwen Code's records: anything not listed here is new, and worth a look.

import type { JsonObject } from '../../base/json.ts';

const KNOWN: ReadonlySet<string> = new Set(
  `agentColor agentId agentName agentRound agentRunId backgroundTurn contextWindowSize cwd daemonPromptId deliveredTurn
  externalInputKind forkedFrom gitBranch goalContext isSidechain message model parentUuid promptId provenance sessionId subtype
  systemPayload timestamp toolCallResult type usageMetadata uuid version`.split(/\s+/),
);

/** `assistant.newField` */
export function unknownFields(record: JsonObject): string[] {
  const type = typeof record['type'] === 'string' ? record['type'] : 'record';
  return Object.keys(record)
    .filter((name) => !KNOWN.has(name))
    .map((name) => `${type}.${name}`);
}
