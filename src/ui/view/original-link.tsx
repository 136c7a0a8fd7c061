// A link to a file as it was before: it stays in the log until requested.

import { formatCount } from '../../base/units.ts';
import type { ViewBodies } from '../tool-view.ts';

interface OriginalLinkProps {
  readonly original: { readonly pointer: string; readonly characters: number } | null;
  readonly bodies: ViewBodies;
  readonly words?: string;
}

export function OriginalLink({ original, bodies, words = 'The file before' }: OriginalLinkProps) {
  if (original === null || original.characters === 0) return null;
  return (
    <a href={bodies.url('structured', original.pointer)} target="_blank" rel="noopener">
      {words} ({formatCount(original.characters)} characters)
    </a>
  );
}
