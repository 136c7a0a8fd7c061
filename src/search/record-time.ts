// When a record was written, as most agents say it.

import { asNumber, type JsonObject } from '../base/json.ts';
import { parseInstant } from '../base/time.ts';

/** Most agents write texts, some milliseconds. */
export function timeOf(record: JsonObject): number | null {
  return parseInstant(record['timestamp']) ?? asNumber(record['at']) ?? null;
}
