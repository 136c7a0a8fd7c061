// When two commands are the same attempt: same words, whatever the white space and the folder they first change to.

import { hashText } from '../../base/hash.ts';
import { detach, foldSpace, lineOf } from '../../base/text.ts';

const CHANGE_FOLDER = /^cd (?:"[^"]{0,400}"|'[^']{0,400}'|[^\s;&|"']{1,400}) ?(?:&&|;) ?(?=\S)/;
const TARGET_MAX = 400;
const FOLDED_MAX = 16_384;

export function commandTarget(command: string): string {
  // For a long document, its beginning and length are enough.
  const isDocument = command.length > FOLDED_MAX;
  const whole = isDocument ? foldSpace(command.slice(0, FOLDED_MAX)) : lineOf(command);
  let line = whole;
  for (let match = CHANGE_FOLDER.exec(line); match !== null; match = CHANGE_FOLDER.exec(line)) {
    line = line.slice(match[0].length);
  }
  if (line.length <= TARGET_MAX) return line === whole && !isDocument ? line : detach(line);
  return detach(`${line.slice(0, TARGET_MAX - 20)}…#${hashText(line, isDocument ? command.length : 0).toString(36)}`);
}
