// A place in a log for people: the file and line as editors accept them, or in words if the log is not a file of lines.

import { formatCount } from './units.ts';

export interface WordedPlace {
  readonly file: string;
  readonly line: number;
  readonly offset: number;
  /** `line 12, byte 3,401`, or `row 17 of part`. */
  readonly where: string;
}

export function placeInWords({ file, line, offset, where }: WordedPlace): string {
  return where.startsWith('line ') ? `${file}:${line} (byte ${formatCount(offset)})` : `${file}, ${where}`;
}
