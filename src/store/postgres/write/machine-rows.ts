// The machines that fill a store, and which of them reads a session that several have: the one that has most of it.

import { integer, integerOrNull, type Row, text, textOrNull } from '../../../base/row.ts';
import type { ClaimedSession, FileStampRow, KnownSource } from '../../index-store.ts';
import type { Machine } from '../../machine.ts';
import type { SessionKey } from '../../session-batch.ts';
import type { Connection, Transaction } from '../database/connection.ts';
import { type Given, type Item, listsOf, type Statements } from '../database/statement.ts';
import { keyText, UNREAD_RULES } from './session-rows.ts';

/** Where machines are not told apart: a store of one, and what was read before they were. */
export const NO_MACHINE = 0;
const UNKNOWN_MACHINE = -1;

/** The number of a machine in the store; a new one gets the next, and a name that no other has. */
export async function registerMachine(connection: Connection, { id, name }: Machine): Promise<number> {
  const known = await connection.get('SELECT num FROM machines WHERE id = $1', id);
  if (known !== undefined) return integer(known, 'num');
  return connection.transaction(async (on) => {
    await on.run('LOCK TABLE machines IN SHARE ROW EXCLUSIVE MODE');
    const again = await on.get('SELECT num FROM machines WHERE id = $1', id);
    if (again !== undefined) return integer(again, 'num');
    const names = new Set((await on.all('SELECT name FROM machines')).map((row) => text(row, 'name')));
    let free = name;
    for (let i = 2; names.has(free); i++) free = `${name}-${i}`;
    const added = await on.get('INSERT INTO machines (id, name) VALUES ($1, $2) RETURNING num', id, free);
    return added === undefined ? NO_MACHINE : integer(added, 'num');
  });
}

/** For those who only look: a machine that never filled the store has no files there. */
export async function machineNumber(on: Statements, machine: Machine | undefined): Promise<number> {
  const row = machine === undefined ? undefined : await on.get('SELECT num FROM machines WHERE id = $1', machine.id);
  return row === undefined ? UNKNOWN_MACHINE : integer(row, 'num');
}

/** Whether others have filled the store as well: then it is not this machine's to throw away. */
export async function hasOtherMachines(connection: Connection, { id }: Machine): Promise<boolean> {
  const there = await connection.get(`SELECT to_regclass('machines') IS NOT NULL AS there`);
  if (there === undefined || integer(there, 'there') === 0) return false;
  return (await connection.get('SELECT 1 AS one FROM machines WHERE id <> $1 LIMIT 1', id)) !== undefined;
}

/** As if only the outlines of its sessions were known. */
export async function readAllAgain(connection: Connection, machine: number): Promise<void> {
  await connection.transaction(async (on) => {
    await on.all(`UPDATE sessions SET rules = ${UNREAD_RULES} WHERE machine = $1`, machine);
    await on.all('DELETE FROM other_copies WHERE machine = $1', machine);
  });
}

const HELD = `SELECT s.pk, s.agent, s.id, s.machine, s.rules,
    (SELECT coalesce(sum(f.size), 0) FROM sources f WHERE f.session_pk = s.pk AND f.ledger IS NOT NULL) AS size
  FROM unnest($1::text[], $2::text[]) AS wanted (agent, id)
  JOIN sessions s ON s.agent = wanted.agent AND md5(s.id) = md5(wanted.id) AND s.id = wanted.id
  WHERE s.machine NOT IN ($3::int4, ${NO_MACHINE})`;

const COLUMNS = [
  ['session_pk', 'int8'],
  ['num', 'int4'],
  ['path', 'text'],
  ['thread', 'text'],
  ['started_at', 'float8'],
  ['size', 'int8'],
  ['modified_at', 'float8'],
  ['is_side', 'int4'],
] as const;
const NAMES = COLUMNS.map(([name]) => name).join(', ');
const PUT = `INSERT INTO other_copies (machine, rules, ${NAMES})
  SELECT $1::int4, $2::int8, * FROM unnest(${COLUMNS.map(([, type], i) => `$${i + 3}::${type}[]`).join(', ')})`;

function sizeOf({ files }: ClaimedSession): number {
  return files.reduce((sum, { isSide, bytes }) => (isSide ? sum : sum + bytes), 0);
}

/** A machine's own view of sessions that others have too. `rules`: those by which it reads. */
export class OtherCopies {
  readonly #machine: number;
  readonly #rules: number | undefined;

  constructor(machine: number, rules: number | undefined) {
    this.#machine = machine;
    this.#rules = rules;
  }

  /**
   * Those that this machine leaves to another: it has less of them, or as much and no newer rules. Their files are noted, so that
   * they are looked at again only when they change.
   */
  async leave(on: Transaction, sessions: readonly ClaimedSession[]): Promise<SessionKey[]> {
    const wanted = new Map(sessions.map((session) => [keyText(session), session]));
    const agents = sessions.map(({ agent }) => agent);
    const held = await on.all(
      HELD,
      agents,
      sessions.map(({ id }) => id),
      this.#machine,
    );
    const rows: Item[][] = [];
    const left: SessionKey[] = [];
    for (const row of held) {
      const key = { agent: text(row, 'agent'), id: text(row, 'id') };
      const session = wanted.get(keyText(key));
      if (session === undefined || this.#hasMore(row, session)) continue;
      left.push(key);
      for (const [num, { path, thread, startedAt, bytes, modifiedAt, isSide }] of session.files.entries()) {
        rows.push([integer(row, 'pk'), num, path, thread, startedAt, bytes, modifiedAt, isSide ? 1 : 0]);
      }
    }
    await this.forgetFiles(
      on,
      rows.map((row) => String(row[2])),
    );
    if (rows.length > 0) {
      await on.all(PUT, this.#machine, this.#rules ?? null, ...listsOf(rows, COLUMNS.length));
    }
    return left;
  }

  #hasMore(held: Row, session: ClaimedSession): boolean {
    const [theirs, own] = [integer(held, 'size'), sizeOf(session)];
    if (own !== theirs) return own > theirs;
    const rules = integerOrNull(held, 'rules');
    return rules === UNREAD_RULES || (this.#rules !== undefined && (rules ?? 0) < this.#rules);
  }

  async forgetFiles(on: Transaction, paths: readonly string[]): Promise<void> {
    if (paths.length === 0) return;
    await on.all(
      `DELETE FROM other_copies WHERE machine = $1 AND md5(path) IN (SELECT md5(p) FROM unnest($2::text[]) AS p)
         AND path = ANY($2::text[])`,
      this.#machine,
      paths,
    );
  }

  /** As if they were files of its own, of which nothing is known but how they were. */
  async known(on: Statements, rest = '', ...values: readonly Given[]): Promise<KnownSource[]> {
    const rows = await on.all(
      `SELECT s.agent, s.id AS session, s.lineage, o.num, o.path, o.thread, o.started_at, o.size, o.modified_at, o.is_side,
         o.rules FROM other_copies o JOIN sessions s ON s.pk = o.session_pk
       WHERE o.machine = ${this.#machine} AND s.machine <> o.machine ${rest} ORDER BY o.session_pk, o.num`,
      ...values,
    );
    return rows.map((row) => ({
      agent: text(row, 'agent'),
      session: text(row, 'session'),
      lineage: textOrNull(row, 'lineage'),
      num: integer(row, 'num'),
      path: text(row, 'path'),
      thread: text(row, 'thread'),
      startedAt: integerOrNull(row, 'started_at'),
      device: '',
      inode: '',
      size: integer(row, 'size'),
      modifiedAt: integer(row, 'modified_at'),
      offset: 0,
      line: 0,
      head: '',
      tail: '',
      isSide: integer(row, 'is_side') !== 0,
      goneAt: null,
      isOutdated: this.#rules !== undefined && (integerOrNull(row, 'rules') ?? 0) < this.#rules,
      isUnread: false,
    }));
  }

  async at(on: Statements, path: string): Promise<KnownSource | undefined> {
    const [source] = await this.known(on, 'AND md5(o.path) = md5($1) AND o.path = $1', path);
    return source;
  }

  async stamps(on: Statements): Promise<FileStampRow[]> {
    return (await this.known(on)).map(({ path, size, modifiedAt, isOutdated }) => [
      path,
      isOutdated ? -1 : size,
      modifiedAt,
      null,
    ]);
  }
}
