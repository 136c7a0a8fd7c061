// What the archive knows about a file: its session, its facts, how far it was copied.

import { integer, integerOrNull, type Row, text, textOrNull } from '../../base/row.ts';

/** `log`: session lines. `side`: a small document about the session. `output`: a result too large for the log. */
export type ArchivedKind = 'log' | 'side' | 'output';

export interface FileDescription {
  readonly kind: ArchivedKind;
  readonly agent: string;
  readonly session: string;
  readonly thread: string;
  readonly startedAt: number | null;
  readonly lineage: string | null;
  readonly path: string;
}

/** The file when it was copied, and how far that went. */
export interface CopyState {
  readonly device: string;
  readonly inode: string;
  readonly size: number;
  readonly modifiedAt: number;
  readonly bytes: number;
  /** Hashes of its first bytes, and of the last of those that were copied. */
  readonly head: string;
  readonly tail: string;
}

export interface ArchivedFile extends FileDescription, CopyState {
  readonly pk: number;
  readonly replacedAt: number | null;
  readonly purgedAt: number | null;
}

function kindOf(row: Row): ArchivedKind {
  const kind = text(row, 'kind');
  return kind === 'side' || kind === 'output' ? kind : 'log';
}

export const FILE_COLUMNS = `pk, kind, agent, session, thread, started_at, lineage, path, device, inode, size,
  modified_at, bytes, head, tail, replaced_at, purged_at`;

export function archivedFile(row: Row): ArchivedFile {
  return {
    pk: integer(row, 'pk'),
    kind: kindOf(row),
    agent: text(row, 'agent'),
    session: text(row, 'session'),
    thread: text(row, 'thread'),
    startedAt: integerOrNull(row, 'started_at'),
    lineage: textOrNull(row, 'lineage'),
    path: text(row, 'path'),
    device: text(row, 'device'),
    inode: text(row, 'inode'),
    size: integer(row, 'size'),
    modifiedAt: integer(row, 'modified_at'),
    bytes: integer(row, 'bytes'),
    head: text(row, 'head'),
    tail: text(row, 'tail'),
    replacedAt: integerOrNull(row, 'replaced_at'),
    purgedAt: integerOrNull(row, 'purged_at'),
  };
}
