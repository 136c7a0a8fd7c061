// Cursors on the wire: a position in an ordered list, packed so that no one is tempted to make one up.

import { AppError } from '../base/app-error.ts';
import { asArray, parseJson } from '../base/json.ts';

type Part = string | number;

export function packCursor(parts: readonly Part[]): string {
  return Buffer.from(JSON.stringify(parts)).toString('base64url');
}

/** Undefined for no cursor. Throws for a cursor not made here: paging from an unknown position would show wrong rows. */
export function unpackCursor(cursor: string | undefined, shape: readonly ('string' | 'number')[]): Part[] | undefined {
  if (cursor === undefined || cursor === '') return undefined;
  const parsed = parseJson(Buffer.from(cursor, 'base64url').toString('utf8'));
  const parts = parsed.ok ? asArray(parsed.value) : undefined;
  const isRight = parts?.length === shape.length && parts.every((part, i) => typeof part === shape[i]);
  if (parts === undefined || !isRight) {
    throw new AppError('bad-usage', 'The cursor did not come from this server.', {
      hint: 'Start again without a cursor.',
    });
  }
  return parts.filter((part): part is Part => typeof part === 'string' || typeof part === 'number');
}

/** One page of a list that is made for every page: its cursor is a position. */
export function pageOf<Item>(
  items: readonly Item[],
  cursor: string | undefined,
  limit: number,
): { readonly shown: readonly Item[]; readonly next: string | null } {
  const [from = 0] = unpackCursor(cursor, ['number']) ?? [];
  const start = Number(from);
  const end = start + limit;
  return { shown: items.slice(start, end), next: end < items.length ? packCursor([end]) : null };
}
