// What a remote tool shows of its result, on the wire.

import type { RapViewsAnswer } from '../../api/wire/rap.ts';
import { viewPart } from '../../library/view-parts.ts';
import type { View } from '../../rap/runtime/overview.ts';
import { fileOnWire } from './file-diff.ts';

/** Of one view. */
const LONGEST_VIEW = 1_000_000;

export function viewOnWire({ viewType, at, content }: View): RapViewsAnswer['views'][number] {
  const bytes = JSON.stringify(content)?.length ?? 0;
  if (bytes > LONGEST_VIEW) return { viewType, at, drawn: { kind: 'too-long', bytes } };
  const part = viewPart(content);
  return { viewType, at, drawn: part.kind === 'diff' ? { kind: 'diff', files: part.files.map(fileOnWire) } : part };
}
