// How fast ready calls come in with their facts: rows of a store that is there, in another database, by COPY. As when logs are read
// on several threads, two connections write at once.

import type { Row, RowValue } from '../../src/base/row.ts';
import { Connection } from '../../src/store/postgres/database/connection.ts';
import { connectionSettings } from '../../src/store/postgres/database/connection-settings.ts';
import { makePartitions, migrate } from '../../src/store/postgres/database/migrate.ts';
import type { Given } from '../../src/store/postgres/database/statement.ts';
import { CALL_ROW } from '../../src/store/postgres/write/call-rows.ts';
import { FACT_COLUMNS } from '../../src/store/postgres/write/facts.ts';
import { RowSink } from '../../src/store/postgres/write/row-sink.ts';
import { serverCpu } from './server-cpu.ts';

const SEED = 4000;
const BATCH = 2000;
const CALLS = 200_000;
const WRITERS = 2;

function given(value: RowValue | undefined): Given {
  return typeof value === 'bigint' ? Number(value) : (value ?? null);
}

export async function measureLoading(from: string, to: string): Promise<void> {
  const there = await Connection.open(connectionSettings(from), 1);
  const seed: (readonly [call: Row, fact: Row])[] = [];
  try {
    const facts = await there.all('SELECT * FROM facts ORDER BY pk LIMIT $1', SEED);
    const calls = await there.all(
      'SELECT * FROM calls WHERE pk = ANY($1::int8[])',
      facts.map(({ pk }) => Number(pk)),
    );
    const byKey = new Map(calls.map((call) => [call['pk'], call]));
    for (const fact of facts) {
      const call = byKey.get(fact['pk'] ?? null);
      if (call !== undefined) seed.push([call, fact]);
    }
  } finally {
    await there.close();
  }
  const here = await Connection.open(connectionSettings(to), WRITERS + 1);
  try {
    await migrate(here);
    await makePartitions(here, [...new Set(seed.map(([, fact]) => Number(fact['week'])))]);
    const serverMs = await serverCpu(here);
    const [started, own, server] = [performance.now(), process.cpuUsage(), serverMs()];
    let made = 0;
    const load = async (): Promise<void> => {
      if (made >= CALLS) return;
      const from = made;
      made += BATCH;
      const sink = new RowSink();
      for (let i = from; i < from + BATCH; i++) {
        const pair = seed[i % seed.length];
        if (pair === undefined) continue;
        const own: Row = { pk: i + 1, session_pk: 1 + Math.floor(i / 100) };
        sink.add(
          'calls',
          CALL_ROW,
          CALL_ROW.map((name) => given(own[name] ?? pair[0][name])),
        );
        sink.add(
          'facts',
          FACT_COLUMNS,
          FACT_COLUMNS.map((name) => given(own[name] ?? pair[1][name])),
        );
      }
      await here.transaction((on) => sink.flush(on));
      await load();
    };
    await Promise.all(Array.from({ length: WRITERS }, load));
    const seconds = (performance.now() - started) / 1000;
    const { user, system } = process.cpuUsage(own);
    const each = (ms: number): string => `${((1000 * ms) / CALLS).toFixed(1)} µs`;
    console.log(
      `loaded ${CALLS} ready calls with their facts: ${(CALLS / seconds).toFixed(0)} a second; processor time of each: ` +
        `${each((user + system) / 1000)} here, ${each(serverMs() - server)} in the server`,
    );
  } finally {
    await here.close();
  }
}
