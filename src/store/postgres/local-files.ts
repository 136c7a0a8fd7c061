// The files of this machine as they stood in the index when the store was opened or last looked at, in memory: files are opened
// synchronously, and a server is asked asynchronously.

import type { KeptFiles, LocalIndex, SourceStamp } from '../local-index.ts';
import { stampOf } from '../rows/source-stamp.ts';
import type { Statements } from './database/statement.ts';

const SELECT = `SELECT f.session_pk, f.num, s.agent, s.id AS session, f.thread, f.started_at, s.lineage, f.path, f.device, f.inode, f.size,
    f.modified_at, f."offset", f.head, f.tail, f.ledger IS NULL AS is_side, f.gone_at
  FROM sources f JOIN sessions s ON s.pk = f.session_pk`;

function keyOf(agent: string, session: string): string {
  return `${agent} ${session}`;
}

function bySession(stamps: readonly SourceStamp[]): Map<string, SourceStamp[]> {
  const sessions = new Map<string, SourceStamp[]>();
  for (const one of stamps) {
    const key = keyOf(one.agent, one.session);
    const known = sessions.get(key);
    if (known === undefined) sessions.set(key, [one]);
    else known.push(one);
  }
  return sessions;
}

/** Files of sessions that are read on another machine. */
const COPIES = `SELECT o.session_pk, o.num, s.agent, s.id AS session, o.thread, o.started_at, s.lineage, o.path, '' AS device, '' AS inode,
    o.size, o.modified_at, 0 AS "offset", '' AS head, '' AS tail, o.is_side, NULL::float8 AS gone_at
  FROM other_copies o JOIN sessions s ON s.pk = o.session_pk AND s.machine <> o.machine`;

export class LocalFiles implements LocalIndex {
  readonly #machine: number;
  /** No file on this disk: an archive that compares itself with the index asks for its files. */
  readonly path = null;
  readonly kept: KeptFiles | undefined;
  /** Of each session in the order of their numbers; sessions in the order in which they came. */
  readonly #sessions = new Map<string, readonly SourceStamp[]>();
  readonly #byPath = new Map<string, SourceStamp>();

  /** By its number in the store. `kept`: what the store keeps of logs. */
  constructor(machine: number, kept?: KeptFiles) {
    this.#machine = machine;
    this.kept = kept;
  }

  /** All of them again. */
  async load(on: Statements): Promise<void> {
    const rows = await on.all(`${SELECT} WHERE f.machine = $1 ORDER BY f.session_pk, f.num`, this.#machine);
    const copies = await on.all(`${COPIES} WHERE o.machine = $1 ORDER BY o.session_pk, o.num`, this.#machine);
    this.#sessions.clear();
    this.#byPath.clear();
    this.#add(rows.map(stampOf));
    this.#addCopies(copies.map(stampOf));
  }

  /** Those of some sessions again. */
  async reload(on: Statements, sessions: readonly { readonly agent: string; readonly id: string }[]): Promise<void> {
    if (sessions.length === 0) return;
    const rows = await on.all(
      `${SELECT} WHERE f.machine = $3 AND s.pk IN (SELECT o.pk FROM unnest($1::text[], $2::text[]) AS wanted (agent, id)
         JOIN sessions o ON o.agent = wanted.agent AND md5(o.id) = md5(wanted.id) AND o.id = wanted.id)
       ORDER BY f.session_pk, f.num`,
      sessions.map(({ agent }) => agent),
      sessions.map(({ id }) => id),
      this.#machine,
    );
    for (const { agent, id } of sessions) this.#drop(keyOf(agent, id));
    this.#add(rows.map(stampOf));
  }

  #drop(key: string): void {
    for (const { path } of this.#sessions.get(key) ?? []) this.#byPath.delete(path);
    this.#sessions.delete(key);
  }

  #add(stamps: readonly SourceStamp[]): void {
    for (const one of stamps) this.#byPath.set(one.path, one);
    for (const [key, own] of bySession(stamps)) this.#sessions.set(key, own);
  }

  /** Their sessions are known to have files here; what is in them is read elsewhere. */
  #addCopies(stamps: readonly SourceStamp[]): void {
    for (const [key, own] of bySession(stamps)) if (!this.#sessions.has(key)) this.#sessions.set(key, own);
  }

  stamps(): readonly SourceStamp[] {
    return [...this.#sessions.values()].flat();
  }

  stampsOf(agent: string, session: string): readonly SourceStamp[] {
    return this.#sessions.get(keyOf(agent, session)) ?? [];
  }

  stampAt(path: string): SourceStamp | undefined {
    return this.#byPath.get(path);
  }
}
