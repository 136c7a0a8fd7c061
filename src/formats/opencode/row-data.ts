// The JSON text that a row holds.

import { asString, isObject, type JsonObject, parseJson } from '../../base/json.ts';

/** A row that holds something else is still a row: its record says nothing. */
export function dataOf(text: unknown): JsonObject {
  const parsed = parseJson(asString(text) ?? '');
  return parsed.ok && isObject(parsed.value) ? parsed.value : {};
}
