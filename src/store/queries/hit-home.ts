// Owns the question "what stands at this place of this log?": the call or the words that a line belongs to.

import type { CallStatus } from '../../model/outcome.ts';
import { STATUSES } from '../../model/outcome.ts';
import type { Database, Query } from '../database.ts';
import { oneOf } from '../index/one-of.ts';
import { integer, text, textOrNull } from '../row.ts';

export interface HomeCall {
  readonly agent: string;
  readonly session: string;
  readonly callId: string;
  readonly occurrence: number;
  readonly toolId: string;
  readonly tool: string;
  readonly summary: string;
  readonly status: CallStatus;
}

export interface Home {
  readonly source: number;
  readonly title: string | null;
  readonly project: string | null;
  /** What was said there; null when it is part of a call, or neither. */
  readonly said: string | null;
  readonly call: { readonly call: HomeCall; readonly part: 'input' | 'result' } | null;
}

interface KnownFile {
  readonly session: number;
  readonly source: number;
  readonly title: string | null;
  readonly project: string | null;
}

/** A result stands in a later line than its request: it is looked for among the calls that the line is evidence of. */
const CALL = `SELECT s.agent, s.id, c.call_id, c.occurrence, c.tool_id, c.tool, c.summary, c.status
  FROM calls c JOIN sessions s ON s.pk = c.session_pk`;

export class HitHome {
  readonly #file: Query<KnownFile>;
  readonly #said: Query<string>;
  readonly #asked: Query<HomeCall>;
  readonly #answered: Query<HomeCall>;

  constructor(database: Database) {
    this.#file = database.query(
      `SELECT f.session_pk, f.num, s.title, s.project FROM sources f JOIN sessions s ON s.pk = f.session_pk
       WHERE f.path = ?`,
      (row) => ({
        session: integer(row, 'session_pk'),
        source: integer(row, 'num'),
        title: textOrNull(row, 'title'),
        project: textOrNull(row, 'project'),
      }),
    );
    this.#said = database.query(
      'SELECT what FROM messages WHERE session_pk = ? AND source = ? AND offset = ? LIMIT 1',
      (row) => text(row, 'what'),
    );
    const readCall = (row: Parameters<Parameters<Database['query']>[1]>[0]): HomeCall => ({
      agent: text(row, 'agent'),
      session: text(row, 'id'),
      callId: text(row, 'call_id'),
      occurrence: integer(row, 'occurrence'),
      toolId: text(row, 'tool_id'),
      tool: text(row, 'tool'),
      summary: text(row, 'summary'),
      status: oneOf(STATUSES, text(row, 'status')),
    });
    this.#asked = database.query(`${CALL} WHERE c.session_pk = ? AND c.source = ? AND c.offset = ? LIMIT 1`, readCall);
    this.#answered = database.query(
      `${CALL} WHERE c.session_pk = ?1 AND c.source = ?2 AND c.offset < ?3 AND EXISTS (
         SELECT 1 FROM json_each(c.detail, '$.ev') e
         WHERE e.value ->> '$[1]' = ?2 AND e.value ->> '$[3]' = ?3)
       ORDER BY c.offset DESC LIMIT 1`,
      readCall,
    );
  }

  /** Undefined when the file is not in the index. */
  of(path: string, offset: number): Home | undefined {
    const file = this.#file.get(path);
    if (file === undefined) return undefined;
    const { session, source, title, project } = file;
    const asked = this.#asked.get(session, source, offset);
    const said = this.#said.get(session, source, offset) ?? null;
    const answered = asked === undefined && said === null ? this.#answered.get(session, source, offset) : undefined;
    const call = asked ?? answered;
    return {
      source,
      title,
      project,
      said,
      call: call === undefined ? null : { call, part: asked === undefined ? 'result' : 'input' },
    };
  }
}
