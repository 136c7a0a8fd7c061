// What is asked for when a session is shared, and the redactor that goes with it: it knows whose machine the session was on, and
// what its owner wants masked besides.

import type { OnMask, Redactor } from '../../redaction/redactor.ts';
import { findSession } from '../find-session.ts';
import type { ServedLibrary } from '../served-library.ts';
import type { TurnRange } from './turns-from.ts';

export interface ShareRequest {
  readonly agent: string;
  readonly session: string;
  /** Only these turns. */
  readonly turns?: TurnRange | undefined;
  /** Only this call. */
  readonly callId?: string | undefined;
  /** Leaves secrets and names as they are in the log. */
  readonly allowSecrets?: boolean;
  /** False: no image is shared. */
  readonly images?: boolean;
  /** Texts that are masked in this share only, wherever they are. */
  readonly mask?: readonly string[];
}

/** Texts to mask, as an address has them: one a line. */
export function linesOf(text: string | undefined): string[] {
  return (text ?? '').split('\n').filter((line) => line.trim() !== '');
}

/** Undefined where nothing is to be masked. */
export async function sessionRedactor(
  library: ServedLibrary,
  request: ShareRequest,
  onMask?: OnMask,
): Promise<Redactor | undefined> {
  if (request.allowSecrets === true) return undefined;
  const { openRedactor } = await import('../../redaction/open-redactor.ts');
  const { sessions } = library.questions;
  const key = await findSession(library, request);
  const paths = (await sessions.sources(key)).map(({ path }) => path);
  const cwd = (await sessions.detail(key))?.fields.cwd;
  return openRedactor({ paths: cwd === undefined ? paths : [...paths, cwd], mask: request.mask ?? [], onMask });
}
