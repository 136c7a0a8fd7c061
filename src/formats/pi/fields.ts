// The known fields of pi's entries: anything not listed here is new, and worth a look.

import { asObject, type JsonObject } from '../../base/json.ts';

const words = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/));

const ENVELOPE = words('type id parentId timestamp');

const BY_TYPE: Readonly<Record<string, ReadonlySet<string>>> = {
  session: words('version cwd parentSession branchedFrom provider modelId thinkingLevel'),
  message: words('message'),
  model_change: words('provider modelId model'),
  thinking_level_change: words('thinkingLevel configured'),
  session_info: words('name'),
  label: words('targetId label'),
  compaction: words('summary firstKeptEntryId firstKeptEntryIndex tokensBefore details fromHook usage'),
  branch_summary: words('fromId summary details fromHook usage'),
  custom: words('customType data'),
  custom_message: words('customType content display details'),
};

const BY_ROLE: Readonly<Record<string, ReadonlySet<string>>> = {
  user: words('role content timestamp attribution attachments'),
  assistant: words(`role content api provider model responseId responseModel usage stopReason rawStopReason errorMessage
    timestamp duration ttft contextSnapshot diagnostics`),
  toolResult: words('role toolCallId toolName content details isError timestamp usage'),
  bashExecution: words('role command output exitCode cancelled truncated fullOutputPath excludeFromContext timestamp'),
};

/** `message.newField`, `message.assistant.newField`. */
export function unknownFields(record: JsonObject): string[] {
  const type = typeof record['type'] === 'string' ? record['type'] : '';
  const known = Object.hasOwn(BY_TYPE, type) ? BY_TYPE[type] : undefined;
  if (known === undefined) return [];
  const names = Object.keys(record).filter((name) => !ENVELOPE.has(name) && !known.has(name));
  const message = asObject(record['message']) ?? {};
  const role = typeof message['role'] === 'string' ? message['role'] : '';
  const inner = Object.hasOwn(BY_ROLE, role) ? BY_ROLE[role] : undefined;
  const innerNames = inner === undefined ? [] : Object.keys(message).filter((name) => !inner.has(name));
  return [...names.map((name) => `${type}.${name}`), ...innerNames.map((name) => `${type}.${role}.${name}`)];
}
