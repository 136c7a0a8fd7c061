// The files of the index: which are known, how far each was read, which moved, which are gone.

import { AppError } from '../../../base/app-error.ts';
import { asObject } from '../../../base/json.ts';
import { type Row, text } from '../../../base/row.ts';
import type { Command, Database, Query } from '../../../sqlite/database.ts';
import type { FileStampRow, KnownSource } from '../../index-store.ts';
import { UNREAD } from '../../rows/session-row.ts';
import { sourceValues } from '../../rows/source-values.ts';
import type { SessionKey, SourceFacts } from '../../session-batch.ts';

/** A time to its last digit: it has more of them than SQLite prints by default, and all count. */
export function exact(column: string): string {
  return `json(iif(${column} IS NULL, 'null', printf('%!.17g', ${column})))`;
}

const FROM = 'FROM sources f JOIN sessions s ON s.pk = f.session_pk';

/** A fork that was read as if the session it comes from existed, and it does not, or the other way round. */
const MISREAD = `(s.origin IS NOT NULL AND s.is_orphan =
  EXISTS (SELECT 1 FROM sessions o WHERE o.agent = s.agent AND o.id = s.origin))`;

const IS_UNREAD = `s.rules IS '${UNREAD}'`;

/** Whether the session was read by other rules, or not at all; without rules all are equal. */
function outdated(rules: string | undefined): string {
  const isOther = rules === undefined ? IS_UNREAD : `s.rules IS NOT '${rules.replaceAll("'", "''")}'`;
  return `(${isOther} OR ${MISREAD})`;
}

/** A row as one text: there are thousands at every start, and the driver takes twice as long to make objects. */
function selectRows(rules: string | undefined): string {
  const row = `json_object('agent', s.agent, 'session', s.id, 'lineage', s.lineage, 'num', f.num,
    'path', f.path, 'thread', f.thread, 'startedAt', ${exact('f.started_at')}, 'device', f.device, 'inode', f.inode, 'size', f.size,
    'modifiedAt', ${exact('f.modified_at')}, 'offset', f.offset, 'line', f.line, 'head', f.head, 'tail', f.tail,
    'isSide', json(iif(f.ledger IS NULL, 'true', 'false')), 'goneAt', ${exact('f.gone_at')},
    'isOutdated', json(iif(${outdated(rules)}, 'true', 'false')), 'isUnread', json(iif(${IS_UNREAD}, 'true', 'false')))`;
  return `SELECT ${row} AS source ${FROM}`;
}

function selectStamps(rules: string | undefined): string {
  const size = `iif(${outdated(rules)}, -1, f.size)`;
  const stamp = `json_array(f.path, ${size}, ${exact('f.modified_at')}, iif(f.ledger IS NULL, NULL, f.session_pk))`;
  return `SELECT coalesce(group_concat(${stamp}, ','), '') AS stamps ${FROM} WHERE f.gone_at IS NULL`;
}

function isText(value: unknown): boolean {
  return typeof value === 'string';
}

function isNumber(value: unknown): boolean {
  return typeof value === 'number';
}

/** A member of another type than the schema gives its column means a damaged store. */
function isKnownSource(value: unknown): value is KnownSource {
  const source = asObject(value);
  if (source === undefined) return false;
  const { lineage, startedAt, goneAt } = source;
  return (
    typeof source['isSide'] === 'boolean' &&
    typeof source['isOutdated'] === 'boolean' &&
    typeof source['isUnread'] === 'boolean' &&
    isText(source['agent']) &&
    isText(source['session']) &&
    (lineage === null || isText(lineage)) &&
    isNumber(source['num']) &&
    isText(source['path']) &&
    isText(source['thread']) &&
    (startedAt === null || isNumber(startedAt)) &&
    isText(source['device']) &&
    isText(source['inode']) &&
    isNumber(source['size']) &&
    isNumber(source['modifiedAt']) &&
    isNumber(source['offset']) &&
    isNumber(source['line']) &&
    isText(source['head']) &&
    isText(source['tail']) &&
    (goneAt === null || isNumber(goneAt))
  );
}

function damaged(): AppError {
  return new AppError('store-unusable', "The list of files in Toolscope's data is damaged.");
}

function knownSource(row: Row): KnownSource {
  const source: unknown = JSON.parse(text(row, 'source'));
  if (isKnownSource(source)) return source;
  throw damaged();
}

function knownSources(row: Row): KnownSource[] {
  const sources: unknown = JSON.parse(`[${text(row, 'sources')}]`);
  if (Array.isArray(sources) && sources.every(isKnownSource)) return sources;
  throw damaged();
}

function isStamp(value: unknown): value is FileStampRow {
  if (!Array.isArray(value)) return false;
  const [path, bytes, modifiedAt, session] = value;
  return isText(path) && isNumber(bytes) && isNumber(modifiedAt) && (session === null || isNumber(session));
}

function fileStamps(row: Row): FileStampRow[] {
  const stamps: unknown = JSON.parse(`[${text(row, 'stamps')}]`);
  if (Array.isArray(stamps) && stamps.every(isStamp)) return stamps;
  throw damaged();
}

export class SourceTable {
  readonly #stamps: Query<FileStampRow[]>;
  readonly #misread: Query<string>;
  readonly #all: Query<KnownSource[]>;
  readonly #at: Query<KnownSource>;
  readonly #siblings: Query<KnownSource>;
  readonly #ofSession: Query<KnownSource>;
  readonly #put: Command;
  readonly #clear: Command;
  readonly #move: Command;
  readonly #delete: Command;
  readonly #gone: Command;

  /** `rules`: the current rules for reading logs. */
  constructor(database: Database, rules?: string) {
    const select = selectRows(rules);
    this.#misread = database.query(`SELECT f.path ${FROM} WHERE f.gone_at IS NULL AND ${MISREAD}`, (row) =>
      text(row, 'path'),
    );
    this.#stamps = database.query(selectStamps(rules), fileStamps);
    // All rows as one text, in the order of the sorted rows inside: one text per row takes half as long again.
    this.#all = database.query(
      `SELECT coalesce(group_concat(source, ','), '') AS sources FROM (${select} ORDER BY f.session_pk, f.num)`,
      knownSources,
    );
    this.#at = database.query(`${select} WHERE f.path = ?`, knownSource);
    this.#siblings = database.query(
      `${select} WHERE f.session_pk = (SELECT session_pk FROM sources WHERE path = ?) ORDER BY f.num`,
      knownSource,
    );
    this.#ofSession = database.query(`${select} WHERE s.agent = ? AND s.id = ? ORDER BY f.num`, knownSource);
    this.#put = database.command(
      `INSERT INTO sources (session_pk, num, path, thread, started_at, device, inode, size, modified_at, offset, line,
         head, tail, ledger)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
       ON CONFLICT (path) DO UPDATE SET session_pk = excluded.session_pk, num = excluded.num, thread = excluded.thread,
         started_at = excluded.started_at, device = excluded.device, inode = excluded.inode, size = excluded.size,
         modified_at = excluded.modified_at, offset = excluded.offset, line = excluded.line, head = excluded.head,
         tail = excluded.tail, ledger = excluded.ledger, gone_at = NULL`,
    );
    this.#clear = database.command('DELETE FROM sources WHERE session_pk = ?');
    this.#move = database.command('UPDATE sources SET path = ?, gone_at = NULL WHERE path = ?');
    this.#delete = database.command('DELETE FROM sources WHERE path = ?');
    this.#gone = database.command('UPDATE sources SET gone_at = ? WHERE path = ? AND gone_at IS NULL');
  }

  /** Files of forks that have to be read again: the session they come from appeared or vanished. */
  misread(): string[] {
    return this.#misread.all();
  }

  stamps(): FileStampRow[] {
    return this.#stamps.get() ?? [];
  }

  all(): KnownSource[] {
    return this.#all.get() ?? [];
  }

  at(path: string): KnownSource | undefined {
    return this.#at.get(path);
  }

  /** The files of the session that owns this path. */
  ofSessionAt(path: string): KnownSource[] {
    return this.#siblings.all(path);
  }

  ofSession({ agent, id }: SessionKey): KnownSource[] {
    return this.#ofSession.all(agent, id);
  }

  put(session: number, source: SourceFacts): void {
    this.#put.run(...sourceValues(session, source));
  }

  clear(session: number): void {
    this.#clear.run(session);
  }

  move(from: string, to: string): void {
    // Sums that triggers keep do not see what is only replaced.
    this.#delete.run(to);
    this.#move.run(to, from);
  }

  markGone(path: string, at: number): void {
    this.#gone.run(at, path);
  }
}
