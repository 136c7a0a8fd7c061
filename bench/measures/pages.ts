// The rows of the dashboard's pages: every question a page asks, bare and with the filters people use most, over an
// index of very many calls. In brackets how many that are; the p95
// is the slowest of them.

import type { Measure, Row } from '../measure.ts';
import { median, percentile } from '../outcome/numbers.ts';
import { buildIndex, type MeasuredQuestion, measureQuestions, measureStall } from '../questions.ts';

export function pageRows(measured: readonly MeasuredQuestion[], calls: number): Row[] {
  const names = [...new Set(measured.map(({ page }) => page))];
  return names.map((page) => {
    const asked = measured.filter((question) => question.page === page);
    const wall = asked.map(({ wallMs }) => wallMs);
    return {
      id: `page:${page}`,
      title: `page: ${page} (${asked.length}), ${calls.toLocaleString('en-US')} calls`,
      cpuMs: median(asked.map(({ cpuMs }) => cpuMs)),
      p50Ms: median(wall),
      p95Ms: percentile(wall, 0.95),
      rssMb: process.resourceUsage().maxRSS / 1024,
      count: asked.reduce((sum, { rows }) => sum + rows, 0),
      counted: 'rows',
    };
  });
}

export const pages: Measure = {
  id: 'pages',
  needs: [],
  rounds: 'once',
  async run({ scratch, scale }) {
    const built = await buildIndex(scratch, scale.calls);
    const rows = pageRows(await measureQuestions(built), built.calls);
    const stall = await measureStall(built);
    if (stall === undefined) return rows;
    const title = `server's own thread held, all ${stall.questions} questions at once`;
    return [...rows, { id: 'page-stall', title, p95Ms: stall.longestMs }];
  },
};
