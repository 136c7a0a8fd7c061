// How fast ready calls are loaded with their facts: rows of an existing store, into another database, by COPY. As when logs
// are read on several threads, two connections write at once.

import type { Row, RowValue } from '../../src/base/row.ts';
import { Connection } from '../../src/store/postgres/database/connection.ts';
import { connectionSettings } from '../../src/store/postgres/database/connection-settings.ts';
import { sumWeek } from '../../src/store/postgres/database/fact-times.ts';
import { migrate } from '../../src/store/postgres/database/migrate.ts';
import { makePartitions } from '../../src/store/postgres/database/partitions.ts';
import type { Given } from '../../src/store/postgres/database/statement.ts';
import { CALL_ROW } from '../../src/store/postgres/write/call-rows.ts';
import { FACT_COLUMNS } from '../../src/store/postgres/write/facts.ts';
import { RowSink } from '../../src/store/postgres/write/row-sink.ts';
import { median } from '../outcome/numbers.ts';
import type { EmptyStores } from './from-logs.ts';
import { serverCpu } from './server-cpu.ts';

const SEED = 4000;
const BATCH = 2000;
const CALLS = 200_000;
const WRITERS = 2;

function given(value: RowValue | undefined): Given {
  return typeof value === 'bigint' ? Number(value) : (value ?? null);
}

/** A ready call: its row and that of its facts. */
interface Ready {
  readonly call: readonly Given[];
  readonly fact: readonly Given[];
}

function listOf(columns: readonly string[], row: Row): Given[] {
  return columns.map((name) => given(row[name]));
}

async function seedOf(from: string): Promise<Ready[]> {
  const there = await Connection.open(connectionSettings(from), 1);
  try {
    const facts = await there.all('SELECT * FROM facts ORDER BY pk LIMIT $1', SEED);
    const calls = await there.all(
      'SELECT * FROM calls WHERE pk = ANY($1::int8[])',
      facts.map(({ pk }) => Number(pk)),
    );
    const byKey = new Map(calls.map((call) => [call['pk'], call]));
    return facts.flatMap((fact) => {
      const call = byKey.get(fact['pk'] ?? null);
      return call === undefined ? [] : [{ call: listOf(CALL_ROW, call), fact: listOf(FACT_COLUMNS, fact) }];
    });
  } finally {
    await there.close();
  }
}

const SESSION_OF = { call: CALL_ROW.indexOf('session_pk'), fact: FACT_COLUMNS.indexOf('session_pk') };
const KEY_OF = { call: CALL_ROW.indexOf('pk'), fact: FACT_COLUMNS.indexOf('pk') };
const WEEK = FACT_COLUMNS.indexOf('week');
const AT = FACT_COLUMNS.indexOf('at');

/** The row again, as another call of another session. */
function rowOf(what: 'call' | 'fact', ready: Ready, number: number): Given[] {
  const row = [...ready[what]];
  row[KEY_OF[what]] = number + 1;
  row[SESSION_OF[what]] = 1 + Math.floor(number / 100);
  return row;
}

interface Loaded {
  readonly perSecond: number;
  /** Processor time per call, in microseconds. */
  readonly ownUs: number;
  readonly serverUs: number;
}

async function load(seed: readonly Ready[], to: string): Promise<Loaded> {
  const here = await Connection.open(connectionSettings(to), WRITERS + 1);
  try {
    await migrate(here);
    await makePartitions(here, [...new Set(seed.map(({ fact }) => Number(fact[WEEK])))]);
    const serverMs = await serverCpu(here);
    const [started, own, server] = [performance.now(), process.cpuUsage(), serverMs()];
    let made = 0;
    const write = async (): Promise<void> => {
      if (made >= CALLS) return;
      const from = made;
      made += BATCH;
      const sink = new RowSink();
      for (let i = from; i < from + BATCH; i++) {
        const ready = seed[i % seed.length];
        if (ready === undefined) continue;
        sink.add('calls', CALL_ROW, rowOf('call', ready, i));
        sink.add('facts', FACT_COLUMNS, rowOf('fact', ready, i));
        const at = ready.fact[AT];
        sink.mark('stale_weeks', 'at_week', sumWeek(typeof at === 'number' ? at : null));
      }
      await here.transaction((on) => sink.flush(on));
      await write();
    };
    await Promise.all(Array.from({ length: WRITERS }, write));
    const seconds = (performance.now() - started) / 1000;
    const { user, system } = process.cpuUsage(own);
    return {
      perSecond: CALLS / seconds,
      ownUs: (user + system) / CALLS,
      serverUs: (1000 * (serverMs() - server)) / CALLS,
    };
  } finally {
    await here.close();
  }
}

/** Several rounds: one that meets a checkpoint, or other load, takes half as long again. */
export async function measureLoading(from: string, stores: EmptyStores, rounds: number): Promise<void> {
  const seed = await seedOf(from);
  const all: Loaded[] = [];
  for (let round = 0; round < rounds; round++) {
    all.push(await load(seed, await stores.make()));
  }
  const speeds = all.map(({ perSecond }) => perSecond);
  const middle = (of: (one: Loaded) => number): string => `${median(all.map(of)).toFixed(1)} µs`;
  console.log(
    `loaded ${CALLS} ready calls with their facts: ${median(speeds).toFixed(0)} a second (${Math.min(...speeds).toFixed(0)} to ` +
      `${Math.max(...speeds).toFixed(0)} in ${rounds} rounds); processor time of each: ${middle(({ ownUs }) => ownUs)} here, ` +
      `${middle(({ serverUs }) => serverUs)} in the server`,
  );
}
