// Options for sharing a session, and the redactor for it: it knows the names of the machine, and what the owner wants
// masked in addition.

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
  /** Keeps secrets and names as they are in the log. */
  readonly allowSecrets?: boolean;
  /** False: no images are shared. */
  readonly images?: boolean;
  /** Texts that are masked in this share only, wherever they are. */
  readonly mask?: readonly string[];
}

/** Texts to mask, as in a URL: one per line. */
export function linesOf(text: string | undefined): string[] {
  return (text ?? '').split('\n').filter((line) => line.trim() !== '');
}

/** Undefined: mask nothing. */
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
