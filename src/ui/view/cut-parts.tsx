// The note on incomplete lists and objects, and on lines inside them; other texts have their own note at the end.

import { atPointer } from '../../base/json.ts';
import { formatCount } from '../../base/units.ts';
import type { ToolViewProps } from '../tool-view.ts';
import '../text/cut.css';

type CutView = Pick<ToolViewProps<unknown, { readonly kind: string }>, 'input' | 'result' | 'bodies'>;

/** More of them are counted, not listed. */
const NAMED = 5;

/** A line of a diff has no room for a note. */
const LINE = /\/lines\/\d+$/;

export function CutParts({ view }: { readonly view: CutView }) {
  const { bodies } = view;
  const parts = bodies.cuts.flatMap(({ body, pointer }) => {
    if (body !== 'input' && body !== 'result') return [];
    const value = atPointer(body === 'input' ? view.input : view.result, pointer);
    const isPart = (typeof value === 'object' && value !== null) || LINE.test(pointer);
    return isPart ? [{ body, pointer }] : [];
  });
  if (parts.length === 0) return null;
  return (
    <p class="ts-cut">
      Too large to show in full. Open all of{' '}
      {parts.slice(0, NAMED).map(({ body, pointer }, at) => (
        <>
          {at === 0 ? '' : ', '}
          <a
            key={`${body}${pointer}`}
            href={bodies.url(body === 'input' ? 'typed-input' : 'typed-result', pointer)}
            target="_blank"
            rel="noopener"
          >
            <code>{pointer === '' ? body : pointer}</code>
          </a>
        </>
      ))}
      {parts.length > NAMED && ` (and ${formatCount(parts.length - NAMED)} more)`}.
    </p>
  );
}
