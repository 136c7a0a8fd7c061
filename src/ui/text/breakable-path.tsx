// A path, or a command with paths, that breaks between its parts where it does not fit. What is copied stays as it is.

import type { ComponentChildren } from 'preact';
import { oneLine } from './one-line.ts';

/** The parts with what ends each. */
export function pathParts(path: string): string[] {
  return oneLine(path).split(/(?<=[/\\])(?![/\\])/);
}

export function BreakablePath({ path }: { readonly path: string }): ComponentChildren {
  return pathParts(path).flatMap((part, at) => (at === 0 ? [part] : [<wbr key={at} />, part]));
}
