// `toolscope index` as a measured program: what it found and the space it takes.

import { figuresOf, meterToolscope, type ProcessFigures } from './meter-process.ts';
import { lastLine } from './work.ts';

export interface Indexed extends ProcessFigures {
  /** Bytes read, of which calls in the index. */
  readonly bytes: number;
  readonly calls: number;
  readonly logBytes: number;
  readonly indexBytes: number;
  /** On the disk; 0 without an archive. */
  readonly archiveBytes: number;
}

interface Told {
  readonly bytes: number;
  readonly totals: { readonly calls: number; readonly logBytes: number; readonly indexBytes: number };
  readonly archive: { readonly diskBytes: number } | null;
}

export async function toolscopeIndex(
  dataFolder: string,
  library: string,
  options: { readonly archive?: boolean } = {},
): Promise<Indexed> {
  const flags = options.archive === true ? [] : ['--no-archive'];
  const metered = await meterToolscope(dataFolder, ['index', '--root', library, '--json', ...flags]);
  const told: Told = JSON.parse(lastLine(metered.stdout));
  return {
    ...figuresOf(metered),
    bytes: told.bytes,
    calls: told.totals.calls,
    logBytes: told.totals.logBytes,
    indexBytes: told.totals.indexBytes,
    archiveBytes: told.archive?.diskBytes ?? 0,
  };
}
