// Owns the note on lists and objects that are not all here; texts say so themselves, where they end.

import { atPointer } from '../../base/json.ts';
import { formatCount } from '../../base/units.ts';
import type { ToolViewProps } from '../tool-view.ts';
import '../text/cut.css';

type CutView = Pick<ToolViewProps<unknown, { readonly kind: string }>, 'input' | 'result' | 'bodies'>;

export function CutParts({ view }: { readonly view: CutView }) {
  const { bodies } = view;
  const parts = bodies.cuts.filter(({ body, pointer }) => {
    if (body !== 'input' && body !== 'result') return false;
    const value = atPointer(body === 'input' ? view.input : view.result, pointer);
    return typeof value === 'object' && value !== null;
  });
  if (parts.length === 0) return null;
  const first = parts[0];
  const from = parts.every(({ body }) => body === 'input') ? 'input' : 'structured';
  return (
    <p class="ts-cut">
      Too large to be all here: <code>{first?.pointer === '' ? first.body : first?.pointer}</code>
      {parts.length > 1 && ` and ${formatCount(parts.length - 1)} more`}.{' '}
      <a href={bodies.url(from)} target="_blank" rel="noopener">
        Open the whole {from === 'input' ? 'input' : 'result'}
      </a>
    </p>
  );
}
