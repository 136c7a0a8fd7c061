// Owns the families of tools, as filters ask about them: `tool:files` means every tool of the family.

import { TOOL_TRAITS } from '../../tools/tool-traits.ts';

/** Tool id → family. */
export const TOOL_FAMILIES: ReadonlyMap<string, string> = new Map(TOOL_TRAITS.map(({ id, family }) => [id, family]));
