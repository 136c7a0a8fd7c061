// Owns the families of tools, as filters ask about them: `tool:files` means every tool of the family.

import { tools } from '../../tools/all-tools.ts';

/** Tool id → family. */
export const TOOL_FAMILIES: ReadonlyMap<string, string> = new Map(tools.map(({ id, family }) => [id, family]));
