// Tests who may fill a store: one at a time, and another one when that falls silent.

import { afterAll, beforeAll, expect, it } from 'vitest';
import { newDatabase, type TestDatabase } from '../../../test/support/postgres.ts';
import { AppError } from '../../base/app-error.ts';
import { Connection } from './database/connection.ts';
import { connectionSettings } from './database/connection-settings.ts';
import { migrate } from './database/migrate.ts';
import { fillBy, Lease, mustOwn, ownerOf } from './lease.ts';
import { rulesNumber, versionNumber } from './rules-number.ts';

let database: TestDatabase;
let looking: Connection;
const open = (): Promise<Connection> => Connection.open(connectionSettings(database.address), 1);

beforeAll(async () => {
  database = await newDatabase();
  looking = await open();
  await migrate(looking);
});
afterAll(async () => {
  for (const connection of [looking, ...opened]) await connection.close();
  await database.drop();
});

const FILL = fillBy(1);
const opened: Connection[] = [];

async function taken(name = FILL): Promise<Lease> {
  const connection = await open();
  opened.push(connection);
  const lease = await Lease.take(connection, name);
  if (lease instanceof AppError) throw lease;
  return lease;
}

it('is given to one, and to the next after it was let go', async () => {
  expect(await ownerOf(looking, FILL)).toBeUndefined();
  const first = await taken();
  const connection = await open();
  expect(await Lease.take(connection, FILL)).toMatchObject({ code: 'store-busy' });
  await connection.close();
  expect(await ownerOf(looking, FILL)).toContain(`process ${process.pid}`);
  await first.release();
  expect(await ownerOf(looking, FILL)).toBeUndefined();
  await (await taken()).release();
});

it('is given to each machine, and to those who wait for it', async () => {
  const [one, other] = [await taken(), await taken(fillBy(2))];
  let isThere = false;
  const waiting = Lease.wait(looking, FILL).then((lease) => {
    isThere = true;
    return lease;
  });
  await other.release();
  expect(isThere).toBe(false);
  await one.release();
  const next = await waiting;
  await mustOwn(looking, next);
  await next.release();
});

it('is taken over from one that fell silent, which must not write any more', async () => {
  const silent = await taken();
  await looking.all(`UPDATE leases SET until = now() - interval '1 second'`);
  const next = await taken();
  await mustOwn(looking, next);
  await expect(mustOwn(looking, silent)).rejects.toMatchObject({ code: 'store-busy' });
  await silent.release();
  expect(await ownerOf(looking, FILL)).toBeDefined();
  await next.release();
});

it('orders rules by the version of the program, and builds of one version by when they came', async () => {
  const number = (name: string, version: string): Promise<number> => rulesNumber(looking, name, version);
  const [a, b] = [await number('a', '0.2.0'), await number('b', '0.2.0')];
  const older = await number('old', '0.1.9');
  const newer = await number('new', '1.0.0');
  expect([older, a, b, newer].toSorted((x, y) => x - y)).toEqual([older, a, b, newer]);
  expect(new Set([older, a, b, newer]).size).toBe(4);
  expect(await number('a', '0.2.0')).toBe(a);
  expect(versionNumber('12.34.56-beta.1')).toBe(12_034_056);
});
