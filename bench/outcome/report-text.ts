// The final report of a run: machine, table, goals, and what changed since the saved results.

import { changeText, compareResults } from './compare.ts';
import { GOALS, judge } from './goals.ts';
import type { Results } from './results.ts';
import { figure, textTable } from './table.ts';

function goalLines({ rows }: Results): string[] {
  const lines = judge(GOALS, rows).map(({ goal, value, isReached }) => {
    const limit = `${goal.isAtLeast ? '≥' : '≤'} ${goal.limit} ${goal.unit}`;
    return `  ${isReached ? 'yes' : 'no '}  ${goal.text}: ${figure(value)} ${goal.unit} (${limit})`;
  });
  return lines.length === 0 ? [] : ['', 'Goals', ...lines];
}

function changeLines(before: Results | undefined, now: Results): string[] {
  if (before === undefined) return ['', 'There are no kept results to compare with.'];
  const others = [
    ...(before.machine === now.machine ? [] : [`on another machine (${before.machine})`]),
    ...(before.scale.bytes === now.scale.bytes ? [] : ['with a library of another size']),
  ];
  const lines = compareResults(before, now).map((change) => `  ${change.id.padEnd(18)} ${changeText(change)}`);
  const title = `Changes of more than 10 % against the kept results${others.map((other) => `, ${other}`).join('')}`;
  return ['', title, ...(lines.length === 0 ? ['  none'] : lines)];
}

export function reportText(now: Results, before: Results | undefined): string {
  return [
    `${now.machine}; Node ${now.node}`,
    '',
    textTable(now.rows),
    '',
    '× speed, × CPU: times as fast as JSON.parse of the same bytes in this run. × bare: as a program that does no more',
    'than it must. Times without bytes are of one piece of work: a search, a line, a start.',
    ...goalLines(now),
    ...changeLines(before, now),
  ].join('\n');
}
