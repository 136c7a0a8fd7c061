// The figures in docs/performance.md and bench/results/table.md: the last results are between markers; the text around them is
// written by people.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../meter/meter-process.ts';
import { GOALS, judge } from './goals.ts';
import type { GrowthResults, PeerResults, Results } from './results.ts';
import { figure, markdownTable } from './table.ts';

export type BlockName = 'machine' | 'table' | 'goals' | 'peers' | 'growth';

const FIGURES = 'docs/performance.md';
const EVERYTHING = 'bench/results/table.md';

/** Which page has the block. */
export const PAGES: Readonly<Record<BlockName, string>> = {
  machine: FIGURES,
  goals: FIGURES,
  peers: FIGURES,
  table: EVERYTHING,
  growth: EVERYTHING,
};

/** The page with one block's text replaced. Throws if the page does not have the block. */
export function fillBlock(page: string, name: BlockName, text: string): string {
  const [from, to] = [`<!-- bench:${name} -->`, `<!-- /bench:${name} -->`];
  const [start, end] = [page.indexOf(from), page.indexOf(to)];
  if (start === -1 || end < start) throw new Error(`${PAGES[name]} has no block "${name}".`);
  return `${page.slice(0, start)}${from}\n\n${text}\n\n${page.slice(end)}`;
}

function machineText({ machine, node }: { readonly machine: string; readonly node: string }): string {
  return `${machine}, Node.js ${node}`;
}

function goalsTable({ rows }: Results): string {
  const lines = judge(GOALS, rows).map(({ goal, value, isReached }) => {
    const limit = `${goal.isAtLeast ? '≥' : '≤'} ${goal.limit} ${goal.unit}`;
    return `| ${goal.text} | ${limit} | ${figure(value)} ${goal.unit} | ${isReached ? 'yes' : '**no**'} |`;
  });
  return ['| goal | wanted | measured | reached |', '| --- | ---: | ---: | --- |', ...lines].join('\n');
}

export function benchBlocks(results: Results): [BlockName, string][] {
  const { scale, rounds } = results;
  const size = `${figure(scale.bytes / 1e6)} MB of logs, ${rounds} rounds, middle values.`;
  return [
    ['machine', `Measured on: ${machineText(results)}.`],
    ['table', `${size}\n\n${markdownTable(results.rows)}`],
    ['goals', goalsTable(results)],
  ];
}

export function peersBlocks(results: PeerResults): [BlockName, string][] {
  const size = `${figure(results.bytes / 1e6)} MB of logs; ${machineText(results)}.`;
  return [['peers', `${size}\n\n${results.table}\n\nNot compared:\n\n${results.leftOut}`]];
}

export function growthBlocks(results: GrowthResults): [BlockName, string][] {
  return [['growth', `${machineText(results)}.\n\n${results.table}`]];
}

export function updatePages(blocks: readonly (readonly [BlockName, string])[]): void {
  for (const [name, block] of blocks) {
    const path = join(ROOT, PAGES[name]);
    writeFileSync(path, fillBlock(readFileSync(path, 'utf8'), name, block));
  }
}
