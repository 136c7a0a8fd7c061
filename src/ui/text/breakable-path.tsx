// A path, or a command with paths, that breaks between its parts where it does not fit. What is copied stays as it is.

import type { ComponentChildren } from 'preact';
import { oneLine } from './one-line.ts';

/** Ends of a path's parts, where a name may be told to go on in the next line. */
const PART_END = /(?<=[/\\])(?![/\\])/;

export function BreakablePath({ path }: { readonly path: string }): ComponentChildren {
  return oneLine(path)
    .split(PART_END)
    .flatMap((part, at) => (at === 0 ? [part] : [<wbr key={at} />, part]));
}
