// Notes that a text is incomplete: cut on the way, or kept in a separate file.

import { formatBytes, formatCount } from '../../base/units.ts';
import './cut.css';

export interface Cut {
  /** Characters of the whole. */
  readonly whole: number;
  /** Where to get the whole text. */
  readonly url: string;
}

export function CutNote({ shown, cut }: { readonly shown: number; readonly cut: Cut }) {
  return (
    <p class="ts-cut">
      Cut after {formatCount(shown)} of {formatCount(cut.whole)} characters.{' '}
      <a href={cut.url} target="_blank" rel="noopener">
        Open the whole text
      </a>
    </p>
  );
}

export interface Spilled {
  readonly recordedPath: string;
  readonly found: boolean;
  readonly bytes: number | null;
}

/** For output that was too large for the log. */
export function SpilledNote({ spilled, url }: { readonly spilled: Spilled; readonly url: string }) {
  const size = spilled.bytes === null ? '' : ` (${formatBytes(spilled.bytes)})`;
  return (
    <p class="ts-cut">
      The whole output{size} was kept in a file of its own: <code>{spilled.recordedPath}</code>.{' '}
      {spilled.found ? (
        <a href={url} target="_blank" rel="noopener">
          Open it
        </a>
      ) : (
        'It is no longer there.'
      )}
    </p>
  );
}
