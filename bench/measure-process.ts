// The process of one measure: receives the request, measures, sends the rows.

import { loadMeasure } from './registry.ts';
import type { MeasureOrder, MeasureReply } from './run-measure.ts';

process.once('message', async ({ id, bench }: MeasureOrder) => {
  const measure = await loadMeasure(id);
  const reply: MeasureReply = { rows: await measure.run(bench) };
  process.send?.(reply, () => process.disconnect());
});
