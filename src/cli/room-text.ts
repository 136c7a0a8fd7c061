// A size compared with the size of what it is for.

import { formatBytes } from '../base/units.ts';

/** "199 MB, 13.7 % of the logs". An empty database is larger than a few short logs: then a percentage would say nothing. */
export function roomText(bytes: number, of: { readonly bytes: number; readonly name: string }): string {
  if (of.bytes === 0) return formatBytes(bytes);
  if (bytes > of.bytes) return `${formatBytes(bytes)}, more than ${of.name} (${formatBytes(of.bytes)})`;
  return `${formatBytes(bytes)}, ${((100 * bytes) / of.bytes).toFixed(1)} % of ${of.name}`;
}
