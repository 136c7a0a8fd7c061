// Searches one log, for tests: a library of only this log.

import { type SearchOptions, searchLibrary } from '../../src/search/text/search-library.ts';
import type { ScannedSource, TextHit } from '../../src/search/text/source-scan.ts';

export async function* searchOneLog(source: ScannedSource, options: SearchOptions): AsyncGenerator<TextHit> {
  const library = [{ id: 'log', newestAt: null, open: () => source }];
  for await (const { hit } of searchLibrary(library, options)) yield hit;
}
