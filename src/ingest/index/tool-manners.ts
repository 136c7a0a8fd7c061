// Owns what tools are like to wait for, as the live state of a session asks for it.

import type { OpenCall } from '../../model/live-state.ts';
import { tools } from '../../tools/all-tools.ts';

/** Tools that work on one file come back at once; all others may take any time. */
const MANNERS: ReadonlyMap<string, Pick<OpenCall, 'awaits' | 'isQuick'>> = new Map(
  tools.map(({ id, awaits, touches }) => [id, { awaits: awaits ?? null, isQuick: touches !== undefined }]),
);

export function toolManner(toolId: string): Pick<OpenCall, 'awaits' | 'isQuick'> {
  return MANNERS.get(toolId) ?? { awaits: null, isQuick: false };
}
