// When a line was received: `toolscope tee` adds it to the lines of streams, which have no times of their own.

import { asNumber, type JsonObject } from '../base/json.ts';
import { parseInstant } from '../base/time.ts';

/** The member with the time at which the line was read, as ISO text. */
export const RECEIVED = '@received';
/**
 * The member with the milliseconds before that in which nothing could be read, because earlier output had not been consumed yet: the
 * line may have waited that long. Left out if it is zero.
 */
export const HELD = '@held';

/** Not later than this; null if no time was added. */
export function receivedBy(record: JsonObject): number | null {
  return parseInstant(record[RECEIVED]);
}

/** Not earlier than this. */
export function receivedFrom(record: JsonObject): number | null {
  const by = receivedBy(record);
  return by === null ? null : by - Math.max(0, asNumber(record[HELD]) ?? 0);
}
