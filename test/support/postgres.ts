// Databases of a real PostgreSQL server, for tests: each test gets its own, and nothing is skipped without a server.

import { randomBytes } from 'node:crypto';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import pg from 'pg';

async function serverAddress(): Promise<string> {
  const given = process.env.TOOLSCOPE_TEST_POSTGRES;
  if (given !== undefined && given !== '') return given;
  const answer = await text(connect(Number(process.env.TOOLSCOPE_POSTGRES_STARTER), '127.0.0.1'));
  if (!answer.startsWith('postgres://')) throw new Error(answer);
  return answer;
}

export interface TestDatabase {
  /** The address of the database, with its password. */
  readonly address: string;
  drop(): Promise<void>;
}

/** A database with nothing in it, or a copy of another one. */
export async function newDatabase(template = 'template1'): Promise<TestDatabase> {
  const server = await serverAddress();
  const name = `toolscope_${randomBytes(8).toString('hex')}`;
  const run = async (sql: string): Promise<void> => {
    const client = new pg.Client({ connectionString: server });
    await client.connect();
    try {
      await client.query(sql);
    } finally {
      await client.end();
    }
  };
  await run(`CREATE DATABASE ${name} TEMPLATE ${template}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return { address: url.href, drop: () => run(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`) };
}

/** An address of this machine that looks like another one's. */
export function looksElsewhere(address: string): string {
  const url = new URL(address);
  url.hostname = '127.1';
  url.searchParams.set('sslmode', 'disable');
  return url.href;
}
