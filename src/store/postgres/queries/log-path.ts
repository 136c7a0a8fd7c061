// The path of a log as it is told: those of other machines with the name of theirs, as in ws-12:/home/dev/log.jsonl.

import { OWN_MACHINE } from '../database/connection.ts';
import { SCHEMA_NAME } from '../database/schema.ts';

/** For rows of sources by their alias. A machine that never filled the store is no machine of it: all logs are those of others. */
export function logPath(alias: string): string {
  return `(coalesce((SELECT m.name || ':' FROM ${SCHEMA_NAME}.machines m WHERE m.num = ${alias}.machine
    AND m.id IS DISTINCT FROM current_setting('${OWN_MACHINE}', true)), '') || ${alias}.path)`;
}

/** Whether a path is told as one of another machine. */
export function isElsewhere(path: string): boolean {
  return /^[^/\\:]{2,}:/.test(path);
}
