// The text behind colours and other control sequences of a terminal, with the way back: `grep --color` paints the middle of a key.

import { Runs, type Unescaped } from './unescape.ts';

/** What is taken out before a text is shown (base/terminal), as bytes. The end of a line stays. */
const SEQUENCE =
  /\x1b\[[0-?]*[ -/]*[@-~]|\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)|\x1b[ -/]*[0-~]|[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]|\r(?!\n)|\xe2\x80[\x8e\x8f\xaa-\xae]|\xe2\x81[\xa6-\xa9]/g;

/** Undefined where there is nothing to take out. */
export function uncoloured(text: string): Unescaped | undefined {
  const runs = new Runs();
  const shown: string[] = [];
  let length = 0;
  let at = 0;
  const give = (end: number): void => {
    if (end === at) return;
    runs.add(length, at, 0);
    shown.push(text.slice(at, end));
    length += end - at;
  };
  for (const { index, 0: sequence } of text.matchAll(SEQUENCE)) {
    give(index);
    at = index + sequence.length;
  }
  if (at === 0) return undefined;
  give(text.length);
  if (length === 0) return undefined;
  return {
    text: shown.join(''),
    rangeOf: (start, end) => ({ start: runs.placeOf(start)[0], end: runs.placeOf(end - 1)[1] }),
  };
}
