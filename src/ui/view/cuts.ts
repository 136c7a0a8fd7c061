// Where to get the whole of a text that was cut: the very field it came from.

import type { ContentBlock } from '../../model/content.ts';
import type { Cut } from '../text/cut.tsx';
import type { ViewBodies } from '../tool-view.ts';

interface WithBodies {
  readonly bodies: ViewBodies;
}

/** For a text of the typed result, by its JSON pointer. */
export function resultCut({ bodies }: WithBodies, pointer: string): Cut | undefined {
  const whole = bodies.cutAt('result', pointer);
  return whole === undefined ? undefined : { whole, url: bodies.url('typed-result', pointer) };
}

export function inputCut({ bodies }: WithBodies, pointer: string): Cut | undefined {
  const whole = bodies.cutAt('input', pointer);
  return whole === undefined ? undefined : { whole, url: bodies.url('typed-input', pointer) };
}

interface WithContent extends WithBodies {
  readonly text: string;
  readonly blocks: readonly ContentBlock[];
}

/** For what the model saw, drawn as one text: one of its blocks may have been cut. */
export function contentCut({ bodies, text, blocks }: WithContent): Cut | undefined {
  const whole = bodies.cutAt('content', '');
  if (whole !== undefined) return { whole, url: bodies.url('content') };
  const cuts = bodies.cuts.filter(({ body, pointer }) => body === 'content' && pointer.endsWith('/text'));
  const [first] = cuts;
  if (first === undefined) return undefined;
  const missing = cuts.map(({ pointer, characters }) => {
    const block = blocks[Number(pointer.split('/')[1])];
    return characters - (block?.type === 'text' ? block.text.length : 0);
  });
  return {
    whole: missing.reduce((sum, one) => sum + one, text.length),
    url: cuts.length === 1 ? bodies.url('content', first.pointer) : bodies.url('content'),
  };
}
