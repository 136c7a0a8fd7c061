// Owns what tools do to files, as questions about files ask for it.

import type { FileTouch } from '../../store/queries/files-touched.ts';
import { TOOL_TRAITS } from '../../tools/tool-traits.ts';

/** Tool id → what it does to the file it names. */
export const TOOL_TOUCHES: ReadonlyMap<string, FileTouch> = new Map(
  TOOL_TRAITS.flatMap(({ id, touches }) => (touches === null ? [] : [[id, touches] as const])),
);
