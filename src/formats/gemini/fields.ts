// The known fields of Gemini CLI's chats: anything not listed here is new, and worth a look.

import { asArray, asObject, type JsonObject } from '../../base/json.ts';

const words = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/));

const STATE = words(`sessionId projectHash startTime lastUpdated kind directories summary messages memoryScratchpad
  activeExtensionName @where`);
const MESSAGE = words('id timestamp type content displayContent thoughts tokens model toolCalls @where');
const CALL = words(`id name args result status timestamp agentId displayName description resultDisplay
  renderOutputAsMarkdown`);

function unknown(object: JsonObject, known: ReadonlySet<string>, prefix: string): string[] {
  return Object.keys(object)
    .filter((name) => !known.has(name))
    .map((name) => `${prefix}.${name}`);
}

/** `gemini.newField`, `call.newField`, `session.newField`. */
export function unknownFields(record: JsonObject): string[] {
  const changes = asObject(record['$set']);
  if (changes !== undefined) return unknown(changes, STATE, 'session');
  if (typeof record['id'] !== 'string') return '$rewindTo' in record ? [] : unknown(record, STATE, 'session');
  const calls = (asArray(record['toolCalls']) ?? []).flatMap((call) => unknown(asObject(call) ?? {}, CALL, 'call'));
  return [
    ...unknown(record, MESSAGE, typeof record['type'] === 'string' ? record['type'] : 'message'),
    ...new Set(calls),
  ];
}
