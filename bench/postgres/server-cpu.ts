// Processor time of a PostgreSQL server on this machine: of its first process and all descendants, including ended ones.

import { readdirSync, readFileSync } from 'node:fs';
import { integer } from '../../src/base/row.ts';
import type { Connection } from '../../src/store/postgres/database/connection.ts';

const TICK_MS = 10;

/** The numbers after the name of a process, see proc(5): its parent is the second, its times are the twelfth and those that follow. */
function numbersOf(pid: string | number): string[] {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
  } catch {
    // It has just ended.
    return [];
  }
}

function ticks(numbers: readonly string[], from: number, to: number): number {
  return numbers.slice(from, to).reduce((sum, number) => sum + Number(number), 0);
}

/** Always zero if the server is elsewhere. */
export async function serverCpu(connection: Connection): Promise<() => number> {
  const row = await connection.get('SELECT pg_backend_pid() AS pid');
  const [, first = ''] = numbersOf(row === undefined ? 0 : integer(row, 'pid'));
  if (first === '') return () => 0;
  return () => {
    const children = readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map(numbersOf)
      .filter(([, parent]) => parent === first);
    const sum = ticks(numbersOf(first), 11, 15) + children.reduce((all, numbers) => all + ticks(numbers, 11, 13), 0);
    return sum * TICK_MS;
  };
}
