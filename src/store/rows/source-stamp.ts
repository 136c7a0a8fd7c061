// How far a file was read and how to recognise it, from a row of either engine.

import { integer, integerOrNull, type Row, text, textOrNull } from '../../base/row.ts';
import type { SourceStamp } from '../local-index.ts';

export function stampOf(row: Row): SourceStamp {
  return {
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
    offset: integer(row, 'offset'),
    head: text(row, 'head'),
    tail: text(row, 'tail'),
    isSide: integer(row, 'is_side') !== 0,
    goneAt: integerOrNull(row, 'gone_at'),
  };
}
