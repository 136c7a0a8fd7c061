// The files of the index as they stood when the store was opened or last looked at, in memory: files are opened synchronously, and
// a server is asked asynchronously.

import type { LocalIndex, SourceStamp } from '../local-index.ts';
import { stampOf } from '../rows/source-stamp.ts';
import type { Statements } from './database/statement.ts';

const SELECT = `SELECT f.session_pk, f.num, s.agent, s.id AS session, f.thread, f.started_at, s.lineage, f.path, f.device, f.inode, f.size,
    f.modified_at, f."offset", f.head, f.tail, f.ledger IS NULL AS is_side, f.gone_at
  FROM sources f JOIN sessions s ON s.pk = f.session_pk`;

function keyOf(agent: string, session: string): string {
  return `${agent} ${session}`;
}

export class LocalFiles implements LocalIndex {
  /** No file on this disk: an archive that compares itself with the index asks for its files. */
  readonly path = null;
  /** Of each session in the order of their numbers; sessions in the order in which they came. */
  readonly #sessions = new Map<string, readonly SourceStamp[]>();
  readonly #byPath = new Map<string, SourceStamp>();

  /** All of them again. */
  async load(on: Statements): Promise<void> {
    const rows = await on.all(`${SELECT} ORDER BY f.session_pk, f.num`);
    this.#sessions.clear();
    this.#byPath.clear();
    this.#add(rows.map(stampOf));
  }

  /** Those of some sessions again. */
  async reload(on: Statements, sessions: readonly { readonly agent: string; readonly id: string }[]): Promise<void> {
    if (sessions.length === 0) return;
    const rows = await on.all(
      `${SELECT} WHERE s.pk IN (SELECT o.pk FROM unnest($1::text[], $2::text[]) AS wanted (agent, id)
         JOIN sessions o ON o.agent = wanted.agent AND md5(o.id) = md5(wanted.id) AND o.id = wanted.id)
       ORDER BY f.session_pk, f.num`,
      sessions.map(({ agent }) => agent),
      sessions.map(({ id }) => id),
    );
    for (const { agent, id } of sessions) this.#drop(keyOf(agent, id));
    this.#add(rows.map(stampOf));
  }

  #drop(key: string): void {
    for (const { path } of this.#sessions.get(key) ?? []) this.#byPath.delete(path);
    this.#sessions.delete(key);
  }

  #add(stamps: readonly SourceStamp[]): void {
    const added = new Map<string, SourceStamp[]>();
    for (const one of stamps) {
      this.#byPath.set(one.path, one);
      const key = keyOf(one.agent, one.session);
      const known = added.get(key);
      if (known === undefined) added.set(key, [one]);
      else known.push(one);
    }
    for (const [key, own] of added) this.#sessions.set(key, own);
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
