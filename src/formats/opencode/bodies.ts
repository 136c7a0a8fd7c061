// The text of a result, from its record.

import { asString, atPointer, type JsonObject } from '../../base/json.ts';
import type { ResultContent } from '../../model/content.ts';

export function contentAt(record: JsonObject, pointer: string): ResultContent {
  return asString(atPointer(record, pointer)) ?? '';
}
