// Owns what tools do to files, as questions about files ask for it.

import type { FileTouch } from '../../store/queries/files-touched.ts';
import { tools } from '../../tools/all-tools.ts';

/** Tool id → what it does to the file it names. */
export const TOOL_TOUCHES: ReadonlyMap<string, FileTouch> = new Map(
  tools.flatMap(({ id, touches }) => (touches === undefined ? [] : [[id, touches] as const])),
);
