// Owns where the whole of a text can be had that is only partly here.

import type { Cut } from '../text/cut.tsx';
import type { ViewBodies } from '../tool-view.ts';

interface WithBodies {
  readonly bodies: ViewBodies;
}

/** For a text of the typed result. What the model saw has it whole, unless the view knows a better place. */
export function resultCut(
  { bodies }: WithBodies,
  pointer: string,
  from: 'content' | 'structured' = 'content',
  at?: string,
): Cut | undefined {
  const whole = bodies.cutAt('result', pointer);
  return whole === undefined ? undefined : { whole, url: at === undefined ? bodies.url(from) : bodies.url(from, at) };
}

export function inputCut({ bodies }: WithBodies, pointer: string): Cut | undefined {
  const whole = bodies.cutAt('input', pointer);
  return whole === undefined ? undefined : { whole, url: bodies.url('input') };
}

/** For what the model saw, drawn as one text. */
export function contentCut({ bodies }: WithBodies): Cut | undefined {
  const whole = bodies.cutAt('content', '');
  return whole === undefined ? undefined : { whole, url: bodies.url('content') };
}
