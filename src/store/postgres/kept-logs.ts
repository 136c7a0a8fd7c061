// The logs that a store keeps itself, by position: of other machines, and of this one where neither file nor archive is left.

import { blob, integer, type Row, text, textOrNull } from '../../base/row.ts';
import type { BlockLabel, BlockPlace, PackedBlock } from '../../model/log-block.ts';
import type { KeptFile, KeptFiles } from '../local-index.ts';
import type { ConnectionSettings } from './database/connection-settings.ts';
import type { Given } from './database/statement.ts';
import { isElsewhere, logPath } from './queries/log-path.ts';
import { StatementsAtOnce } from './statements-at-once.ts';

/** So many bytes are hashed at either end: of a shorter log the hash changes whenever it grows. */
const HASHED_BYTES = 4096;

/** Only what is of the log as it was read: one that was replaced since is another. */
const FIND_LOG = `SELECT l.pk, l.bytes FROM logs l JOIN machines m ON m.num = l.machine
  JOIN sources f ON f.session_pk = l.session_pk AND f.machine = l.machine AND f.path = l.path
  WHERE (l.head = f.head OR (l.bytes < ${HASHED_BYTES} AND l.bytes <= f."offset"))`;

const FIND_OUTPUT = 'SELECT l.pk, l.bytes FROM logs l JOIN machines m ON m.num = l.machine WHERE l.is_output = 1';

function place(row: Row): BlockPlace {
  return { offset: integer(row, 'offset'), length: integer(row, 'length') };
}

function label(row: Row): BlockLabel {
  const packing = text(row, 'packing');
  return { ...place(row), packing, checksum: integer(row, 'checksum'), newlines: integer(row, 'newlines') };
}

export class KeptLogs implements KeptFiles {
  readonly #settings: ConnectionSettings;
  readonly #statements: StatementsAtOnce;

  constructor(settings: ConnectionSettings) {
    this.#settings = settings;
    this.#statements = new StatementsAtOnce(settings);
  }

  isElsewhere(path: string): boolean {
    return isElsewhere(path);
  }

  find(path: string): KeptFile | undefined {
    return this.#find(FIND_LOG, path);
  }

  findOutput(path: string): KeptFile | undefined {
    return this.#find(FIND_OUTPUT, path);
  }

  outputsOf(agent: string, session: string): string[] {
    const rows = this.#ask(
      `SELECT ${logPath('l')} AS path FROM logs l JOIN sessions s ON s.pk = l.session_pk
       WHERE l.is_output = 1 AND s.agent = $1 AND md5(s.id) = md5($2) AND s.id = $2 ORDER BY l.path`,
      agent,
      session,
    );
    return rows.map((row) => text(row, 'path'));
  }

  #find(which: string, path: string): KeptFile | undefined {
    const named = this.isElsewhere(path) ? path.indexOf(':') : -1;
    const [row] =
      named === -1
        ? this.#ask(
            `${which} AND m.id = $1 AND md5(l.path) = md5($2) AND l.path = $2`,
            this.#settings.machine ?? '',
            path,
          )
        : this.#ask(
            `${which} AND m.name = $1 AND md5(l.path) = md5($2) AND l.path = $2`,
            path.slice(0, named),
            path.slice(named + 1),
          );
    return row === undefined ? undefined : { pk: integer(row, 'pk'), path, bytes: integer(row, 'bytes') };
  }

  places(file: number): BlockPlace[] {
    return this.#ask('SELECT "offset", length FROM log_blocks WHERE log_pk = $1 ORDER BY "offset"', file).map(place);
  }

  blocks(file: number, from: number, to: number): PackedBlock[] {
    const rows = this.#ask(
      `SELECT "offset", length, packing, checksum, newlines, body, object FROM log_blocks
       WHERE log_pk = $1 AND "offset" < $2 AND "offset" + length > $3 ORDER BY "offset"`,
      file,
      to,
      from,
    );
    return rows.map((row) => ({ ...label(row), body: this.#body(row) }));
  }

  label(file: number, offset: number): BlockLabel | undefined {
    const [row] = this.#ask(
      'SELECT "offset", length, packing, checksum, newlines FROM log_blocks WHERE log_pk = $1 AND "offset" = $2',
      file,
      offset,
    );
    return row === undefined ? undefined : label(row);
  }

  close(): Promise<void> {
    return this.#statements.close();
  }

  /** Of an object that is missing no bytes: like a damaged one it is never taken for what was kept. */
  #body(row: Row): Uint8Array {
    const object = textOrNull(row, 'object');
    if (object === null) return blob(row, 'body');
    return this.#statements.object(object) ?? new Uint8Array(0);
  }

  #ask(sql: string, ...values: readonly Given[]): Row[] {
    return this.#statements.all(sql, ...values);
  }
}
