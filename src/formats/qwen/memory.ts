// What a reader remembers of earlier records: the session's circumstances, and the last records, which may be written in pieces.

import { asArray, asName, asNumber, asObject, type JsonObject } from '../../base/json.ts';
import type { SessionFields } from '../../model/observation.ts';

/** The pieces of a record are close together. */
const KEPT = 200;

export class Memory {
  readonly fields: SessionFields = {};
  /** Hashes of what was written under an id. */
  readonly #pieces: Map<string, readonly number[]>;

  constructor(state?: unknown) {
    const object: JsonObject = asObject(state) ?? {};
    const fields = asObject(object['fields']) ?? {};
    for (const name of ['cwd', 'version', 'gitBranch', 'forkedFrom'] as const) {
      const value = asName(fields[name]);
      if (value !== undefined) this.fields[name] = value;
    }
    this.#pieces = new Map(
      (asArray(object['pieces']) ?? []).flatMap((pair): [string, number[]][] => {
        const [id, hashes] = asArray(pair) ?? [];
        const list = (asArray(hashes) ?? []).flatMap((hash) => asNumber(hash) ?? []);
        return typeof id === 'string' ? [[id, list]] : [];
      }),
    );
  }

  save(): unknown {
    return { fields: { ...this.fields }, pieces: [...this.#pieces] };
  }

  /** Whether the id is known with different content. */
  isAnotherPiece(id: string, hash: number): boolean {
    const known = this.#pieces.get(id) ?? [];
    if (known.includes(hash)) return false;
    this.#pieces.set(id, [...known, hash]);
    const [oldest] = this.#pieces.keys();
    if (this.#pieces.size > KEPT && oldest !== undefined) this.#pieces.delete(oldest);
    return known.length > 0;
  }

  /** Circumstances that records repeat over and over: those that changed. */
  changed(record: JsonObject): SessionFields {
    const changed: SessionFields = {};
    const note = (name: 'cwd' | 'version' | 'gitBranch' | 'forkedFrom', value: unknown): void => {
      const said = asName(value);
      if (said === undefined || said === this.fields[name]) return;
      changed[name] = said;
      this.fields[name] = said;
    };
    note('cwd', record['cwd']);
    note('version', record['version']);
    note('gitBranch', record['gitBranch']);
    note('forkedFrom', asObject(record['forkedFrom'])?.['sessionId']);
    return changed;
  }
}
