// Owns what tools are like to wait for, as the live state of a session asks for it.

import type { OpenCall } from '../../model/live-state.ts';
import { TOOL_TRAITS } from '../../tools/tool-traits.ts';

/** Tools that work on one file come back at once; all others may take any time. */
const MANNERS: ReadonlyMap<string, Pick<OpenCall, 'awaits' | 'isQuick'>> = new Map(
  TOOL_TRAITS.map(({ id, awaits, touches }) => [id, { awaits, isQuick: touches !== null }]),
);

export function toolManner(toolId: string): Pick<OpenCall, 'awaits' | 'isQuick'> {
  return MANNERS.get(toolId) ?? { awaits: null, isQuick: false };
}
