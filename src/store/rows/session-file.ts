// A session's file, in brief, from a row of either engine.

import { flag, integer, type Row, text } from '../../base/row.ts';
import type { SessionFile } from '../questions/sessions.ts';

export function sessionFile(row: Row): SessionFile {
  return {
    path: text(row, 'path'),
    modifiedAt: integer(row, 'modified_at'),
    isGone: flag(row, 'is_gone'),
    isLog: flag(row, 'is_log'),
  };
}
