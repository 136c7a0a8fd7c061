// The figures in docs/performance.md: the last results are between markers in the page; the text around them is written by
// people.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../meter/meter-process.ts';
import { GOALS, judge } from './goals.ts';
import type { GrowthResults, PeerResults, Results } from './results.ts';
import { figure, markdownTable } from './table.ts';

export type BlockName = 'machine' | 'table' | 'goals' | 'peers' | 'growth';

/** The page with one block's text replaced. Throws if the page does not have the block. */
export function fillBlock(page: string, name: BlockName, text: string): string {
  const [from, to] = [`<!-- bench:${name} -->`, `<!-- /bench:${name} -->`];
  const [start, end] = [page.indexOf(from), page.indexOf(to)];
  if (start === -1 || end < start) throw new Error(`docs/performance.md has no block "${name}".`);
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

export function updatePage(blocks: readonly (readonly [BlockName, string])[]): void {
  const path = join(ROOT, 'docs/performance.md');
  const page = blocks.reduce((text, [name, block]) => fillBlock(text, name, block), readFileSync(path, 'utf8'));
  writeFileSync(path, page);
}
