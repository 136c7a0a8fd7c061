// The archive's files and blocks: one writer, every step a transaction, so that a crash leaves nothing half done.

import { blob, integer, type Row, text } from '../../base/row.ts';
import type { BlockLabel, BlockPlace, BlockShelf, PackedBlock } from '../../model/log-block.ts';
import type { Command, Database, Query } from '../../sqlite/database.ts';
import {
  type ArchivedFile,
  archivedFile,
  type CopyState,
  FILE_COLUMNS,
  type FileDescription,
} from './archived-file.ts';

/** A block of any file, to iterate over all of them. */
export interface BlockOfFile extends BlockPlace {
  readonly file: number;
}

/** Copies of one file that are committed together. */
export interface CopyStep {
  /** Blocks from here on are replaced. */
  readonly from: number;
  readonly blocks: readonly PackedBlock[];
  readonly state: CopyState;
}

export interface ArchiveTotals {
  /** Files with kept content. */
  readonly files: number;
  /** Kept bytes, before and after packing. */
  readonly rawBytes: number;
  readonly packedBytes: number;
  /** Size of the archive on the disk. */
  readonly diskBytes: number;
}

/** What is kept of one file. */
export interface KeptOfFile {
  readonly file: ArchivedFile;
  readonly rawBytes: number;
  readonly packedBytes: number;
}

function place(row: Row): BlockPlace {
  return { offset: integer(row, 'offset'), length: integer(row, 'length') };
}

function label(row: Row): BlockLabel {
  const packing = text(row, 'packing');
  return { ...place(row), packing, checksum: integer(row, 'checksum'), newlines: integer(row, 'newlines') };
}

export class ArchiveStore implements BlockShelf {
  readonly database: Database;
  readonly #current: Query<ArchivedFile>;
  readonly #byPath: Query<ArchivedFile>;
  readonly #bySession: Query<ArchivedFile>;
  readonly #sessions: Query<{ readonly agent: string; readonly session: string }>;
  readonly #kept: Query<KeptOfFile>;
  readonly #places: Query<BlockPlace>;
  readonly #blocks: Query<PackedBlock>;
  readonly #label: Query<BlockLabel>;
  readonly #next: Query<BlockOfFile>;
  readonly #byNumber: Query<ArchivedFile>;
  readonly #integrity: Query<string>;
  readonly #totals: Query<Omit<ArchiveTotals, 'diskBytes'>>;
  readonly #pages: Query<number>;
  #writes: Writes | undefined;
  #isTogether = false;

  constructor(database: Database) {
    this.database = database;
    const select = `SELECT ${FILE_COLUMNS} FROM files`;
    this.#current = database.query(`${select} WHERE replaced_at IS NULL ORDER BY pk`, archivedFile);
    this.#byPath = database.query(`${select} WHERE path = ? AND replaced_at IS NULL`, archivedFile);
    this.#bySession = database.query(
      `${select} WHERE agent = ? AND session = ? AND replaced_at IS NULL ORDER BY pk`,
      archivedFile,
    );
    this.#sessions = database.query('SELECT DISTINCT agent, session FROM files', (row) => ({
      agent: text(row, 'agent'),
      session: text(row, 'session'),
    }));
    this.#kept = database.query(
      `SELECT ${FILE_COLUMNS}, coalesce(raw, 0) AS raw, coalesce(packed, 0) AS packed FROM files LEFT JOIN
         (SELECT file_pk, sum(length) AS raw, sum(packed_length) AS packed FROM blocks GROUP BY file_pk) ON file_pk = pk
       ORDER BY pk`,
      (row) => ({ file: archivedFile(row), rawBytes: integer(row, 'raw'), packedBytes: integer(row, 'packed') }),
    );
    this.#places = database.query('SELECT offset, length FROM blocks WHERE file_pk = ? ORDER BY offset', place);
    this.#blocks = database.query(
      `SELECT offset, length, packing, checksum, newlines, body FROM blocks
       WHERE file_pk = ? AND offset < ? AND offset + length > ? ORDER BY offset`,
      (row) => ({ ...label(row), body: blob(row, 'body') }),
    );
    this.#label = database.query(
      'SELECT offset, length, packing, checksum, newlines FROM blocks WHERE file_pk = ? AND offset = ?',
      label,
    );
    this.#next = database.query(
      `SELECT file_pk, offset, length FROM blocks WHERE (file_pk, offset) > (?, ?) ORDER BY file_pk, offset LIMIT 1`,
      (row) => ({ file: integer(row, 'file_pk'), ...place(row) }),
    );
    this.#byNumber = database.query(`${select} WHERE pk = ?`, archivedFile);
    this.#integrity = database.query('PRAGMA integrity_check(20)', (row) => text(row, 'integrity_check'));
    this.#totals = database.query(
      `SELECT count(DISTINCT file_pk) AS files, coalesce(sum(length), 0) AS raw, coalesce(sum(packed_length), 0) AS packed
       FROM blocks`,
      (row) => ({ files: integer(row, 'files'), rawBytes: integer(row, 'raw'), packedBytes: integer(row, 'packed') }),
    );
    this.#pages = database.query(
      'SELECT page_count * page_size AS bytes FROM pragma_page_count(), pragma_page_size()',
      (row) => integer(row, 'bytes'),
    );
  }

  /** Every file that is, or last was, at its path. */
  current(): ArchivedFile[] {
    return this.#current.all();
  }

  at(path: string): ArchivedFile | undefined {
    return this.#byPath.get(path);
  }

  ofSession(agent: string, session: string): ArchivedFile[] {
    return this.#bySession.all(agent, session);
  }

  /** Every session with a file. */
  sessions(): { readonly agent: string; readonly session: string }[] {
    return this.#sessions.all();
  }

  /** Every file with what is kept of it, including replaced ones. */
  kept(): KeptOfFile[] {
    return this.#kept.all();
  }

  /** Places of a file's blocks, in order. */
  places(file: number): BlockPlace[] {
    return this.#places.all(file);
  }

  /** The blocks with bytes between the two offsets. */
  blocks(file: number, from: number, to: number): PackedBlock[] {
    return this.#blocks.all(file, to, from);
  }

  /** Undefined when there is no such block. */
  label(file: number, offset: number): BlockLabel | undefined {
    return this.#label.get(file, offset);
  }

  /** The block after this place, in order of files and offsets; from { file: 0, offset: 0 } on, all of them. */
  next({ file, offset }: Pick<BlockOfFile, 'file' | 'offset'>): BlockOfFile | undefined {
    return this.#next.get(file, offset);
  }

  file(pk: number): ArchivedFile | undefined {
    return this.#byNumber.get(pk);
  }

  /** What SQLite finds wrong with the file itself, which it reads as a whole for this. Nothing when all is well. */
  structuralDamage(): string[] {
    return this.#integrity.all().filter((line) => line !== 'ok');
  }

  /** Replaces a damaged block with the right bytes. */
  restore(file: number, block: PackedBlock): void {
    this.#step(() => this.#write.restore(file, block));
  }

  totals(): ArchiveTotals {
    const totals = this.#totals.get() ?? { files: 0, rawBytes: 0, packedBytes: 0 };
    return { ...totals, diskBytes: this.#pages.get() ?? 0 };
  }

  /** Commits all that the work writes at once, or nothing. */
  together(work: () => void): void {
    this.database.transaction(() => {
      this.#isTogether = true;
      try {
        work();
      } finally {
        this.#isTogether = false;
      }
    });
  }

  /** A file of which nothing was copied yet. Anything previously at its path is another file. */
  add(file: FileDescription, state: CopyState, at: number): number {
    return this.#step(() => {
      this.#write.replace(file.path, at);
      return this.#write.add(file, state);
    });
  }

  /** Stores copies, all of the step or nothing. */
  put(file: number, { from, blocks, state }: CopyStep): void {
    this.#step(() => {
      this.#write.cut(file, from);
      for (const block of blocks) this.#write.block(file, block);
      this.#write.state(file, state);
    });
  }

  /** The same file under another name, or found to belong to another session. */
  describe(file: number, description: FileDescription, at: number): void {
    this.#step(() => {
      if (this.at(description.path)?.pk !== file) this.#write.replace(description.path, at);
      this.#write.describe(file, description);
    });
  }

  /** Deletes the copies. With `forget` nothing is left of the file; else it is recorded that they must not be made again. */
  purge(files: readonly { readonly pk: number; readonly forget: boolean }[], at: number): void {
    this.#step(() => {
      for (const { pk, forget } of files) {
        this.#write.cut(pk, 0);
        if (forget) this.#write.forget(pk);
        else this.#write.purged(pk, at);
      }
    });
  }

  close(): void {
    this.database.close();
  }

  #step<Result>(work: () => Result): Result {
    return this.#isTogether ? work() : this.database.transaction(work);
  }

  /** Prepared when first needed: a reader may not write. */
  get #write(): Writes {
    this.#writes ??= new Writes(this.database);
    return this.#writes;
  }
}

class Writes {
  readonly #add: Command;
  readonly #replace: Command;
  readonly #cut: Command;
  readonly #block: Command;
  readonly #state: Command;
  readonly #describe: Command;
  readonly #purged: Command;
  readonly #forget: Command;
  readonly #restore: Command;

  constructor(database: Database) {
    this.#add = database.command(
      `INSERT INTO files (kind, agent, session, thread, started_at, lineage, path, device, inode, size, modified_at, bytes,
         head, tail) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    );
    this.#replace = database.command('UPDATE files SET replaced_at = ? WHERE path = ? AND replaced_at IS NULL');
    this.#cut = database.command('DELETE FROM blocks WHERE file_pk = ? AND offset >= ?');
    this.#block = database.command(
      `INSERT INTO blocks (file_pk, offset, length, packed_length, packing, checksum, newlines, body)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
    );
    this.#state = database.command(
      `UPDATE files SET device = ?, inode = ?, size = ?, modified_at = ?, bytes = ?, head = ?, tail = ? WHERE pk = ?`,
    );
    this.#describe = database.command(
      `UPDATE files SET kind = ?, agent = ?, session = ?, thread = ?, started_at = ?, lineage = ?, path = ? WHERE pk = ?`,
    );
    this.#purged = database.command('UPDATE files SET purged_at = ? WHERE pk = ?');
    this.#forget = database.command('DELETE FROM files WHERE pk = ?');
    this.#restore = database.command(
      `UPDATE blocks SET packed_length = ?, packing = ?, checksum = ?, newlines = ?, body = ?
       WHERE file_pk = ? AND offset = ? AND length = ?`,
    );
  }

  add(file: FileDescription, state: CopyState): number {
    return this.#add.run(...described(file), ...stated(state)).lastId;
  }

  replace(path: string, at: number): void {
    this.#replace.run(at, path);
  }

  cut(file: number, from: number): void {
    this.#cut.run(file, from);
  }

  block(file: number, { offset, length, packing, checksum, newlines, body }: PackedBlock): void {
    this.#block.run(file, offset, length, body.length, packing, checksum, newlines, body);
  }

  state(file: number, state: CopyState): void {
    this.#state.run(...stated(state), file);
  }

  describe(file: number, description: FileDescription): void {
    this.#describe.run(...described(description), file);
  }

  purged(file: number, at: number): void {
    this.#purged.run(at, file);
  }

  restore(file: number, { offset, length, packing, checksum, newlines, body }: PackedBlock): void {
    this.#restore.run(body.length, packing, checksum, newlines, body, file, offset, length);
  }

  forget(file: number): void {
    this.#forget.run(file);
  }
}

function described({
  kind,
  agent,
  session,
  thread,
  startedAt,
  lineage,
  path,
}: FileDescription): (string | number | null)[] {
  return [kind, agent, session, thread, startedAt, lineage, path];
}

function stated({ device, inode, size, modifiedAt, bytes, head, tail }: CopyState): (string | number)[] {
  return [device, inode, size, modifiedAt, bytes, head, tail];
}
