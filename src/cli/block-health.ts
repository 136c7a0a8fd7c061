// Checks logs that a shared index keeps in object storage, for `toolscope doctor`: whether all their blocks are there.

import { AppError } from '../base/app-error.ts';
import { formatCount, plural } from '../base/units.ts';
import type { BlockCheck } from '../store/block-store.ts';
import type { ReadStore } from '../store/open-store.ts';
import { explain } from './errors.ts';

export interface BlockHealth extends BlockCheck {
  /** Why it could not be checked; null when it was. */
  readonly trouble: string | null;
}

/** Undefined if no logs are there. */
export async function blockHealth(store: Pick<ReadStore, 'checkBlocks'>): Promise<BlockHealth | undefined> {
  try {
    const check = await store.checkBlocks?.();
    return check === undefined ? undefined : { ...check, trouble: null };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { blocks: 0, missing: 0, unchecked: 0, logs: [], trouble: explain(error) };
  }
}

export function blockAttention(health: BlockHealth | undefined): string[] {
  if (health === undefined) return [];
  if (health.trouble !== null) return ['logs in object storage cannot be checked'];
  const { missing } = health;
  return missing === 0 ? [] : [`${plural(missing, 'block')} of logs ${missing === 1 ? 'is' : 'are'} missing`];
}

/** `list` formats paths, as many as are to be shown. */
export function blockLines(
  { trouble, blocks, missing, unchecked, logs }: BlockHealth,
  warn: (text: string) => string,
  list: (paths: readonly string[]) => readonly string[],
): string[] {
  if (trouble !== null) return [warn(trouble)];
  const lines: string[] = [];
  const checked = blocks - unchecked;
  if (checked > 0 && missing === 0) lines.push(`${plural(checked, 'block')} in object storage, all there.`);
  if (missing > 0) {
    lines.push(
      warn(`${formatCount(missing)} of ${plural(checked, 'block')} in object storage missing, of these logs:`),
    );
    lines.push(...list(logs).map((line) => warn(line)));
  }
  if (unchecked > 0) {
    lines.push(`${plural(unchecked, 'block')} in other places than --blocks names, not looked for.`);
  }
  return lines;
}
