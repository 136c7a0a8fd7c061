// The rows of the first indexing of a library: rows alone, with the text index, and with the archive as well. The share
// is that of the index, or of the archive alone.

import { join } from 'node:path';
import { fixture, type Measure, type Row } from '../measure.ts';
import { type Indexed, toolscopeIndex } from '../meter/toolscope-index.ts';
import { doWork } from '../meter/work.ts';

function rowOf(id: string, title: string, { calls, logBytes, indexBytes, archiveBytes, ...figures }: Indexed): Row {
  const keptBytes = archiveBytes > 0 ? archiveBytes : indexBytes;
  return { id, title, ...figures, share: keptBytes / logBytes, count: calls, counted: 'calls' };
}

export const coldIndex: Measure = {
  id: 'cold-index',
  needs: ['library'],
  rounds: 'each',
  async run(bench) {
    const library = fixture(bench, 'library');
    const folder = (name: string): string => join(bench.scratch, name);
    const rows = await doWork('index-rows', library, folder('rows'));
    const texts = await toolscopeIndex(folder('text'), library);
    const archived = await toolscopeIndex(folder('archive'), library, { archive: true });
    return [
      { id: 'index-rows', title: 'cold index without text', ...rows, counted: 'calls' },
      rowOf('index-text', 'cold index with text', texts),
      rowOf('index-archive', 'cold index with text and archive', archived),
    ];
  },
};
