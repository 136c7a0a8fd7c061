// The most requested traits of tools, by id: family, effect on files, and whom they wait for. Loads no tool.

import { TOOL_TRAITS, type ToolTraits } from './tool-traits.ts';

/** Tool id → family: `tool:files` means every tool of the family. */
export const TOOL_FAMILIES: ReadonlyMap<string, string> = new Map(TOOL_TRAITS.map(({ id, family }) => [id, family]));

export type FileTouch = NonNullable<ToolTraits['touches']>;

/** Tool id → what it does to the file it names. */
export const TOOL_TOUCHES: ReadonlyMap<string, FileTouch> = new Map(
  TOOL_TRAITS.flatMap(({ id, touches }) => (touches === null ? [] : [[id, touches] as const])),
);

export interface WaitTraits {
  readonly awaits: ToolTraits['awaits'];
  /** Tools that work on one file return at once; all others may take any time. */
  readonly isQuick: boolean;
}

const WAITS: ReadonlyMap<string, WaitTraits> = new Map(
  TOOL_TRAITS.map(({ id, awaits, touches }) => [id, { awaits, isQuick: touches !== null }]),
);

export function waitTraits(toolId: string): WaitTraits {
  return WAITS.get(toolId) ?? { awaits: null, isQuick: false };
}
