// What went wrong with PostgreSQL, in words for the person who has to repair it. The password is in none of them.

import { AppError } from '../../../base/app-error.ts';
import type { ConnectionSettings } from './connection-settings.ts';

/** The connection is gone: work that can begins again. */
export class LostConnection extends AppError {}

function codeOf(error: unknown): string {
  return typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';
}

const UNREACHABLE = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH', 'ENOENT'];
const LOST = ['ECONNRESET', 'EPIPE', '57P01', '57P02', '57P03', '08006', '08003'];
/** What the client says without a code. */
const TIMED_OUT = /timeout expired|due to connection timeout/;
const ENDED = /Connection terminated|not queryable|Connection ended/;
const TLS = /^(?:DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|CERT_|ERR_TLS_|ERR_SSL_)/;

export function connectionError(error: unknown, { shown, user, database, tls }: ConnectionSettings): unknown {
  if (error instanceof AppError) return error;
  const code = codeOf(error);
  const said = error instanceof Error ? error.message : '';
  const because = { cause: error };
  if (code === '28P01' || code === '28000' || said.startsWith('SASL')) {
    return new AppError('store-unusable', `${shown} does not let ${user} in: the password is wrong or missing.`, {
      hint: 'Give it in the address, in PGPASSWORD, or in the file that PGPASSFILE names, which no one else may read.',
      ...because,
    });
  }
  if (code === '3D000') {
    return new AppError('store-unusable', `${shown} has no database '${database}'.`, {
      hint: `Create it: createdb ${database}`,
      ...because,
    });
  }
  if (UNREACHABLE.includes(code) || TIMED_OUT.test(said)) {
    return new LostConnection('store-unusable', `${shown} cannot be reached (${code || 'no answer'}).`, {
      hint: 'See that the server runs and that host and port are right.',
      ...because,
    });
  }
  if (LOST.includes(code) || ENDED.test(said))
    return new LostConnection('store-unusable', `The connection to ${shown} was lost.`, because);
  if (TLS.test(code)) {
    return new AppError('store-unusable', `${shown} cannot be trusted (${code}).`, {
      hint: 'Name the certificate that signed its own with sslrootcert=<file>, or trust any with sslmode=require.',
      ...because,
    });
  }
  if (code === '53100') return new AppError('disk-full', `The disk of ${shown} is full.`, because);
  if (code === '42501') {
    return new AppError('store-unusable', `${user} may not do that in ${shown}.`, {
      hint: `Toolscope keeps its tables in a schema of its own: GRANT CREATE ON DATABASE ${database} TO ${user}.`,
      ...because,
    });
  }
  if (tls !== false && /does not support SSL/.test(said)) {
    return new AppError('store-unusable', `${shown} speaks no TLS.`, {
      hint: 'To send everything as plain text all the same, say so: sslmode=disable.',
      ...because,
    });
  }
  return error;
}

/** Two transactions waited for each other, or saw each other's work: again, and it works. */
const AGAIN = ['40P01', '40001'];

export function isWorthAgain(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && AGAIN.includes(String(error.code));
}
