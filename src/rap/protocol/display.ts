// Chooses what to show of a result: the first segment the client can draw, in the tool's order.

import { SEGMENT_TYPES, type Segment, type SegmentType, type ToolResult } from './messages.ts';

/** The first segment of a type the client supports, in the tool's order; undefined: show the raw text. */
export function pickSegment(
  { segments }: Pick<ToolResult, 'segments'>,
  supported: readonly SegmentType[] = SEGMENT_TYPES,
): Segment | undefined {
  return segments.find(({ type }) => supported.includes(type));
}
