// The files of the index: which are known, how far each was read, which moved, which are gone.

import { integer, integerOrNull, type Row, text, textOrNull } from '../../../base/row.ts';
import type { FileStampRow, KnownSource } from '../../index-store.ts';
import { sourceValues } from '../../rows/source-values.ts';
import type { SessionKey, SourceFacts } from '../../session-batch.ts';
import type { Transaction } from '../database/connection.ts';
import { type Given, type Item, listsOf, type Statements } from '../database/statement.ts';
import { deleteLogs } from './block-rows.ts';
import { OtherCopies } from './machine-rows.ts';
import { UNREAD_RULES } from './session-rows.ts';

const FROM = 'FROM sources f JOIN sessions s ON s.pk = f.session_pk';

/** A fork that was read as if the session it comes from were there, and it is not, or the other way round. */
const MISREAD = `(s.origin IS NOT NULL AND (s.is_orphan = 1) =
  EXISTS (SELECT 1 FROM sessions o WHERE o.agent = s.agent AND md5(o.id) = md5(s.origin) AND o.id = s.origin))`;

const IS_UNREAD = `(s.rules IS NOT DISTINCT FROM ${UNREAD_RULES})`;

/** Whether the session was read by older rules, or not at all; without rules all are as good as each other. */
function outdated(rules: number | undefined): string {
  const isOlder = rules === undefined ? IS_UNREAD : `(s.rules IS NULL OR s.rules < ${rules})`;
  return `(${isOlder} OR ${MISREAD})`;
}

function knownSource(row: Row): KnownSource {
  return {
    agent: text(row, 'agent'),
    session: text(row, 'session'),
    lineage: textOrNull(row, 'lineage'),
    num: integer(row, 'num'),
    path: text(row, 'path'),
    thread: text(row, 'thread'),
    startedAt: integerOrNull(row, 'started_at'),
    device: text(row, 'device'),
    inode: text(row, 'inode'),
    size: integer(row, 'size'),
    modifiedAt: integer(row, 'modified_at'),
    offset: integer(row, 'offset'),
    line: integer(row, 'line'),
    head: text(row, 'head'),
    tail: text(row, 'tail'),
    isSide: integer(row, 'is_side') !== 0,
    goneAt: integerOrNull(row, 'gone_at'),
    isOutdated: integer(row, 'is_outdated') !== 0,
    isUnread: integer(row, 'is_unread') !== 0,
  };
}

const COLUMNS = [
  ['machine', 'int4'],
  ['session_pk', 'int8'],
  ['num', 'int4'],
  ['path', 'text'],
  ['thread', 'text'],
  ['started_at', 'float8'],
  ['device', 'text'],
  ['inode', 'text'],
  ['size', 'int8'],
  ['modified_at', 'float8'],
  ['offset', 'int8'],
  ['line', 'int8'],
  ['head', 'text'],
  ['tail', 'text'],
  ['ledger', 'text'],
] as const;

const NAMES = COLUMNS.map(([name]) => `"${name}"`);
const PUT = `INSERT INTO sources (${NAMES.join(', ')})
  SELECT * FROM unnest(${COLUMNS.map(([, type], i) => `$${i + 1}::${type}[]`).join(', ')})
  ON CONFLICT (machine, md5(path)) DO UPDATE SET ${NAMES.map((name) => `${name} = excluded.${name}`).join(', ')}, gone_at = NULL
    WHERE sources.session_pk = excluded.session_pk
  RETURNING session_pk, pk, path`;

const IS_AT = 'machine = $1 AND md5(path) = md5($2) AND path = $2';

export interface SourceKey {
  readonly session: number;
  readonly source: number;
}

/** Those that another session has are left out. */
async function putOwn(on: Transaction, rows: readonly (readonly Item[])[]): Promise<[path: string, key: SourceKey][]> {
  const put = await on.all(PUT, ...listsOf(rows, COLUMNS.length));
  return put.map((row) => [text(row, 'path'), { session: integer(row, 'session_pk'), source: integer(row, 'pk') }]);
}

/** Files of sessions, by their keys. Returns those of each file. */
export async function putSources(
  on: Transaction,
  machine: number,
  sources: readonly (readonly [session: number, source: SourceFacts])[],
): Promise<Map<string, SourceKey>> {
  // Of one path the last counts.
  const rows = new Map(
    sources.map(([session, source]) => [source.path, [machine, ...sourceValues(session, source)]] as const),
  );
  if (rows.size === 0) return new Map();
  const keys = new Map(await putOwn(on, [...rows.values()]));
  // A file that turned out to be another session's is a new one: no row ever passes from session to session.
  const passing = [...rows].filter(([path]) => !keys.has(path));
  if (passing.length === 0) return keys;
  for (const [path] of passing) await deleteSources(on, IS_AT, machine, path);
  const passed = await putOwn(
    on,
    passing.map(([, row]) => row),
  );
  return new Map([...keys, ...passed]);
}

/** Files with what their text index holds. */
export async function deleteSources(on: Transaction, condition: string, ...values: readonly Given[]): Promise<void> {
  await on.all(
    `WITH gone AS (DELETE FROM sources WHERE ${condition} RETURNING session_pk, pk),
       texts_gone AS (DELETE FROM texts WHERE (session_pk, source_pk) IN (SELECT * FROM gone))
     DELETE FROM text_chunks WHERE (session_pk, source_pk) IN (SELECT * FROM gone)`,
    ...values,
  );
}

export async function moveSource(on: Transaction, machine: number, from: string, to: string): Promise<void> {
  await deleteSources(on, IS_AT, machine, to);
  await on.all(`UPDATE sources SET path = $3, gone_at = NULL WHERE ${IS_AT}`, machine, from, to);
  // What is kept of it goes with it.
  await deleteLogs(on, IS_AT, machine, to);
  await on.all(`UPDATE logs SET path = $3 WHERE ${IS_AT}`, machine, from, to);
}

export class SourceRows {
  readonly #on: Statements;
  readonly #machine: number;
  readonly #others: OtherCopies;
  readonly #select: string;
  readonly #outdated: string;

  /** The files of a machine. `rules`: those by which logs are read now. */
  constructor(on: Statements, machine: number, rules: number | undefined) {
    this.#on = on;
    this.#machine = machine;
    this.#others = new OtherCopies(machine, rules);
    this.#outdated = outdated(rules);
    this.#select = `SELECT s.agent, s.id AS session, s.lineage, f.num, f.path, f.thread, f.started_at, f.device, f.inode, f.size,
      f.modified_at, f."offset", f.line, f.head, f.tail, f.ledger IS NULL AS is_side, f.gone_at,
      ${this.#outdated} AS is_outdated, ${IS_UNREAD} AS is_unread ${FROM}`;
  }

  async #known(rest: string, ...values: readonly Given[]): Promise<KnownSource[]> {
    return (await this.#on.all(`${this.#select} ${rest}`, ...values)).map(knownSource);
  }

  /** With those that are left to other machines. */
  async all(): Promise<KnownSource[]> {
    const sources = await this.#known(`WHERE f.machine = ${this.#machine} ORDER BY f.session_pk, f.num`);
    const others = await this.#others.known(this.#on);
    return [...sources, ...others];
  }

  async at(path: string): Promise<KnownSource | undefined> {
    const [source] = await this.#known(
      `WHERE f.machine = ${this.#machine} AND md5(f.path) = md5($1) AND f.path = $1`,
      path,
    );
    return source ?? this.#others.at(this.#on, path);
  }

  /** The files of the session that the file at this path belongs to. */
  ofSessionAt(path: string): Promise<KnownSource[]> {
    const session = `(SELECT session_pk FROM sources WHERE ${IS_AT})`;
    return this.#known(`WHERE f.session_pk = ${session} ORDER BY f.num`, this.#machine, path);
  }

  ofSession({ agent, id }: SessionKey): Promise<KnownSource[]> {
    return this.#known('WHERE s.agent = $1 AND md5(s.id) = md5($2) AND s.id = $2 ORDER BY f.num', agent, id);
  }

  async stamps(): Promise<FileStampRow[]> {
    const rows = await this.#on.all(
      `SELECT f.path, CASE WHEN ${this.#outdated} THEN -1 ELSE f.size END AS size, f.modified_at,
         CASE WHEN f.ledger IS NULL THEN NULL ELSE f.session_pk END AS session_pk ${FROM}
       WHERE f.machine = ${this.#machine} AND f.gone_at IS NULL`,
    );
    const stamps = rows.map(
      (row): FileStampRow => [
        text(row, 'path'),
        integer(row, 'size'),
        integer(row, 'modified_at'),
        integerOrNull(row, 'session_pk'),
      ],
    );
    return [...stamps, ...(await this.#others.stamps(this.#on))];
  }

  /** Files of forks that have to be read again: the session they come from came or went. */
  async misread(): Promise<string[]> {
    const rows = await this.#on.all(
      `SELECT f.path ${FROM} WHERE f.machine = ${this.#machine} AND f.gone_at IS NULL AND ${MISREAD}`,
    );
    return rows.map((row) => text(row, 'path'));
  }
}
