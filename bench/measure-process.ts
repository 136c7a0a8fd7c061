// Owns the process of one measure: takes the order, measures, sends the rows.

import { measures } from './registry.ts';
import type { MeasureOrder, MeasureReply } from './run-measure.ts';

process.once('message', async ({ id, bench }: MeasureOrder) => {
  const measure = measures.find((known) => known.id === id);
  if (measure === undefined) throw new Error(`There is no measure "${id}".`);
  const reply: MeasureReply = { rows: await measure.run(bench) };
  process.send?.(reply, () => process.disconnect());
});
