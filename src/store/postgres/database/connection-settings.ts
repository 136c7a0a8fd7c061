// Where a store of PostgreSQL is and how to get in: an address as psql takes it, with the password from the address, from
// PGPASSWORD or from the password file.

import { readFileSync, statSync } from 'node:fs';
import { homedir, userInfo } from 'node:os';
import { join } from 'node:path';
import { AppError } from '../../../base/app-error.ts';

export interface ConnectionSettings {
  readonly host: string;
  readonly port: number;
  /** The folder of a socket of this machine, instead of a host. */
  readonly socket: string | null;
  readonly database: string;
  readonly user: string;
  readonly password: string | null;
  /** False: everything travels as plain text. */
  readonly tls: false | { readonly rejectUnauthorized: boolean; readonly ca?: string };
  /** The machine that asks, by its id: paths of its own logs are told as they are. */
  readonly machine?: string;
  /** On this machine: nothing leaves it. */
  readonly isLocal: boolean;
  /** The address as it may be shown: without the password. */
  readonly shown: string;
}

type Environment = Readonly<Record<string, string | undefined>>;

const MODES = ['disable', 'require', 'verify-ca', 'verify-full'];

function bad(message: string, hint?: string): AppError {
  return new AppError('bad-usage', message, hint === undefined ? {} : { hint });
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(?:\.\d{1,3}){3}$/.test(host);
}

/** A field of the password file; a colon inside of one is written `\:`. */
function fieldsOf(line: string): string[] {
  return (line.match(/(?:\\.|[^:\\])*(?::|$)/g) ?? []).map((field) =>
    field.replace(/:$/, '').replaceAll(/\\(.)/g, '$1'),
  );
}

/** The first line of the password file that fits, as libpq reads it: one that others may read is left alone. */
function passwordInFile(env: Environment, wanted: readonly string[]): string | null {
  const file = env['PGPASSFILE'] ?? join(homedir(), '.pgpass');
  let lines: string[];
  try {
    if (process.platform !== 'win32' && (statSync(file).mode & 0o077) !== 0) return null;
    lines = readFileSync(file, 'utf8').split(/\r?\n/);
  } catch {
    return null;
  }
  for (const line of lines) {
    if (line.startsWith('#')) continue;
    const fields = fieldsOf(line);
    if (wanted.every((value, i) => fields[i] === '*' || fields[i] === value)) return fields[wanted.length] ?? null;
  }
  return null;
}

function tlsOf(mode: string | null, rootCertificate: string | null, isLocal: boolean): ConnectionSettings['tls'] {
  if (mode !== null && !MODES.includes(mode)) throw bad(`sslmode is one of ${MODES.join(', ')}.`);
  if (mode === 'disable' || (mode === null && isLocal)) return false;
  if (rootCertificate === null) return { rejectUnauthorized: mode !== 'require' };
  try {
    return { rejectUnauthorized: true, ca: readFileSync(rootCertificate, 'utf8') };
  } catch {
    throw bad(`The certificate that sslrootcert names cannot be read: ${rootCertificate}`);
  }
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    throw bad('A part of the address of the store is not written as addresses are: % begins two hexadecimal digits.');
  }
}

/** A NUL would end the value on its way to the server, and begin another one; a terminal would follow the others. */
function isPlain(text: string): boolean {
  return !/[\x00-\x1f\x7f-\x9f]/.test(text);
}

/** Never says the password, in no error either. */
export function connectionSettings(address: string, env: Environment = process.env): ConnectionSettings {
  let url: URL;
  try {
    url = new URL(address);
  } catch {
    throw bad('The address of the store is not one.', 'Write it as postgres://user@host:5432/database.');
  }
  if (url.pathname.includes('@')) {
    // A slash in the password: the rest of it would be shown as the name of the database.
    throw bad('The address of the store is not one.', 'In a password, / is written %2F and @ is written %40.');
  }
  const parameters = url.searchParams;
  // What stands behind the question mark counts before the rest.
  const given = parameters.get('host') || url.hostname.replace(/^\[|\]$/g, '') || env['PGHOST'] || 'localhost';
  const isSocket = given.startsWith('/');
  const [host, socket] = isSocket ? ['', given] : [given, null];
  const port = Number(parameters.get('port') || url.port || env['PGPORT'] || 5432);
  const user = parameters.get('user') || decoded(url.username) || env['PGUSER'] || userInfo().username;
  const database = decoded(url.pathname.slice(1)) || (env['PGDATABASE'] ?? user);
  if (![given, user, database].every(isPlain)) throw bad('The address of the store holds control characters.');
  if (!Number.isInteger(port) || port < 1 || port > 65_535)
    throw bad('The port of the store is no number from 1 to 65535.');
  const isLocal = isSocket || isLoopback(host);
  const tls = tlsOf(parameters.get('sslmode') ?? env['PGSSLMODE'] ?? null, parameters.get('sslrootcert'), isLocal);
  const wanted = [isSocket ? 'localhost' : host, String(port), database, user];
  return {
    host,
    port,
    socket,
    database,
    user,
    password: decoded(url.password) || (env['PGPASSWORD'] ?? passwordInFile(env, wanted)),
    tls: isSocket ? false : tls,
    isLocal,
    shown: `postgres://${user}@${given}:${port}/${database}`,
  };
}
