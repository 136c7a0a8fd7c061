// The goals, and whether a run reached them.

import type { Row } from '../measure.ts';
import { wallRatio, type Yardstick, yardstickOf } from './ratios.ts';

export interface Goal {
  /** Of a row, or what the ids of several begin with, up to a colon: the worst of them counts. */
  readonly id: string;
  readonly text: string;
  readonly unit: string;
  readonly limit: number;
  readonly isAtLeast: boolean;
  of(row: Row, yardstick: Yardstick | undefined): number | undefined;
}

export interface Reached {
  readonly goal: Goal;
  readonly value: number;
  readonly isReached: boolean;
}

function atLeast(id: string, text: string, limit: number): Goal {
  return { id, text, unit: '×', limit, isAtLeast: true, of: wallRatio };
}

function atMost(id: string, text: string, limit: number, unit: string, of: Goal['of']): Goal {
  return { id, text, unit, limit, isAtLeast: false, of };
}

/** How many times as long as the yardstick. */
function timesAsLong(row: Row, yardstick: Yardstick | undefined): number | undefined {
  const speed = wallRatio(row, yardstick);
  return speed === undefined ? undefined : 1 / speed;
}

const p50 = ({ p50Ms }: Row): number | undefined => p50Ms;
const p95 = ({ p95Ms }: Row): number | undefined => p95Ms;

/** Where two are about the same thing, the second is what the machine's limits would allow. */
export const GOALS: readonly Goal[] = [
  atMost('inspect', 'inspect, files to calls, next to the time of JSON.parse', 1.6, '×', timesAsLong),
  atLeast('inspect', 'inspect, files to calls, as fast as JSON.parse', 2),
  atMost('inspect', 'inspect, files to calls, memory', 300, 'MB', ({ rssMb }) => rssMb),
  atLeast('index-text', 'cold index with text, as fast as JSON.parse', 1),
  atLeast('index-text', 'cold index with text, as fast as JSON.parse', 1.5),
  atMost('index-text', 'cold index with text, memory', 400, 'MB', ({ rssMb }) => rssMb),
  atMost('index-text', 'cold index with text, memory', 300, 'MB', ({ rssMb }) => rssMb),
  atMost('index-text', 'index, of the logs’ size', 15, '%', ({ share }) =>
    share === undefined ? undefined : share * 100,
  ),
  atMost('first-rows', 'first start, 50 rows over HTTP', 400, 'ms', p50),
  atMost('newest-session', 'first start, the newest session with its calls', 800, 'ms', p50),
  atMost('unread-session', 'a session that has yet to be read, p95', 200, 'ms', p95),
  atMost('first-rows-busy', 'first start with all cores busy, 50 rows over HTTP', 1500, 'ms', p50),
  atMost('newest-session-busy', 'first start with all cores busy, the newest session', 1500, 'ms', p50),
  atMost('warm-start', 'warm start with nothing new', 300, 'ms', p50),
  atMost('append', 'append, work for one line', 10, 'ms', ({ cpuMs }) => cpuMs),
  atMost('append', 'append, from the line to the committed row, p95', 50, 'ms', p95),
  atMost('idle', 'idle, processor of one second', 1, 'ms', ({ cpuMs }) => cpuMs),
  atMost('search-word', 'search for words, p95', 50, 'ms', p95),
  atMost('search-sessions-word', 'search by session, p95', 100, 'ms', p95),
  atMost('search-phrase', 'search for phrases, p95', 50, 'ms', p95),
  atMost('search-substring', 'search for pieces, p95', 50, 'ms', p95),
  atMost('insights', 'insights of a session of 1,000 calls, p95', 50, 'ms', p95),
  atMost('dashboard-open', 'first rows of a session of 100,000 calls', 500, 'ms', p50),
  atMost('dashboard-scroll', 'longest task while scrolling it', 50, 'ms', p95),
  atMost('dashboard-append', 'line in the log to row on the screen, p95', 150, 'ms', p95),
  atMost('mcp-start', 'MCP server started, warm', 300, 'ms', p50),
  atMost('mcp:', 'every MCP tool’s answers, p95', 150, 'ms', p95),
  atMost('mcp-sql-all', 'MCP, SQL that reads every call, p95', 150, 'ms', p95),
  atMost('page:', 'every page’s slowest question', 200, 'ms', p95),
  atMost('page-stall', 'server’s own thread held by questions', 50, 'ms', p95),
];

export function judge(goals: readonly Goal[], rows: readonly Row[]): Reached[] {
  const yardstick = yardstickOf(rows);
  return goals.flatMap((goal) => {
    const concerned = rows.filter(({ id }) => id === goal.id || (goal.id.endsWith(':') && id.startsWith(goal.id)));
    const values = concerned.flatMap((row) => goal.of(row, yardstick) ?? []);
    if (values.length === 0) return [];
    const value = goal.isAtLeast ? Math.min(...values) : Math.max(...values);
    return [{ goal, value, isReached: goal.isAtLeast ? value >= goal.limit : value <= goal.limit }];
  });
}
