// Tests how an address of PostgreSQL is read: who, where, with which password, and whether the way there is closed to others.

import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { connectionSettings } from './connection-settings.ts';

const folder = mkdtempSync(join(tmpdir(), 'toolscope-pgpass-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const NOWHERE = { PGPASSFILE: join(folder, 'none') };

describe('the address', () => {
  it('is read as psql reads it', () => {
    expect(connectionSettings('postgres://dev:a%20b@db.example:6000/logs', NOWHERE)).toEqual({
      host: 'db.example',
      port: 6000,
      socket: null,
      database: 'logs',
      user: 'dev',
      password: 'a b',
      tls: { rejectUnauthorized: true },
      isLocal: false,
      shown: 'postgres://dev@db.example:6000/logs',
    });
    const { username } = userInfo();
    const usual = { host: 'localhost', port: 5432, database: username, user: username, password: null, tls: false };
    expect(connectionSettings('postgresql://', NOWHERE)).toMatchObject({ ...usual, isLocal: true });
    const env = { ...NOWHERE, PGHOST: '::1', PGPORT: '7', PGUSER: 'eve', PGDATABASE: 'x', PGPASSWORD: 'p' };
    const named = { host: '::1', port: 7, user: 'eve', database: 'x', password: 'p', isLocal: true };
    expect(connectionSettings('postgres://', env)).toMatchObject(named);
    expect(connectionSettings('postgres:///logs?host=/run/postgresql', NOWHERE)).toMatchObject({
      socket: '/run/postgresql',
      database: 'logs',
      tls: false,
      isLocal: true,
    });
  });

  it('may name host, port and user as parameters, and a socket by PGHOST', () => {
    const socket = { socket: '/run/postgresql', host: '', port: 6000, user: 'dev', database: 'logs', isLocal: true };
    const address = 'postgres:///logs?host=/run/postgresql&port=6000&user=dev';
    expect(connectionSettings(address, NOWHERE)).toMatchObject(socket);
    expect(
      connectionSettings('postgres:///logs?port=6000&user=dev', { ...NOWHERE, PGHOST: '/run/postgresql' }),
    ).toMatchObject(socket);
    expect(connectionSettings('postgres://localhost/d?host=db.example', NOWHERE)).toMatchObject({
      host: 'db.example',
      isLocal: false,
      tls: { rejectUnauthorized: true },
    });
  });

  it('that is none is refused, and its password not repeated', () => {
    for (const address of ['postgres://u:sesame@h:99999/d', 'postgres://u:sesame@h/%zz', 'postgres://u:sesame%@h/d']) {
      try {
        connectionSettings(address, NOWHERE);
        expect.unreachable(address);
      } catch (error) {
        expect(error).toMatchObject({ code: 'bad-usage' });
        expect(String(error)).not.toContain('sesame');
      }
    }
  });
});

describe('the way there', () => {
  const tls = (address: string): unknown => connectionSettings(address, NOWHERE).tls;

  it('is encrypted and the server known, unless something else is said', () => {
    expect(tls('postgres://db.example/d')).toEqual({ rejectUnauthorized: true });
    expect(tls('postgres://db.example/d?sslmode=verify-full')).toEqual({ rejectUnauthorized: true });
    expect(tls('postgres://db.example/d?sslmode=require')).toEqual({ rejectUnauthorized: false });
    expect(tls('postgres://db.example/d?sslmode=disable')).toBe(false);
    expect(tls('postgres://127.0.0.1/d?sslmode=require')).toEqual({ rejectUnauthorized: false });
    // Both would fall back to plain text without a word.
    expect(() => tls('postgres://db.example/d?sslmode=prefer')).toThrow(/sslmode is one of/);
    expect(() => tls('postgres://db.example/d?sslmode=allow')).toThrow(/sslmode is one of/);
  });

  it('trusts a certificate that is named', () => {
    const ca = join(folder, 'ca.pem');
    writeFileSync(ca, 'the certificate');
    const trusted = { rejectUnauthorized: true, ca: 'the certificate' };
    expect(tls(`postgres://db.example/d?sslmode=verify-full&sslrootcert=${ca}`)).toEqual(trusted);
    expect(() => tls('postgres://db.example/d?sslrootcert=/nowhere')).toThrow(/cannot be read/);
  });

  it.each(['localhost', '127.0.0.1', '127.9.9.9', '[::1]'])('to %s stays on this machine', (host) => {
    expect(connectionSettings(`postgres://${host}/d`, NOWHERE).isLocal).toBe(true);
  });

  it.each(['127.0.0.1.example', 'localhost.example', '10.0.0.1', '[::2]'])('to %s leaves it', (host) => {
    expect(connectionSettings(`postgres://${host}/d`, NOWHERE).isLocal).toBe(false);
  });
});

describe.runIf(process.platform !== 'win32')('the password file', () => {
  const file = join(folder, 'pgpass');
  const password = (address: string): string | null => connectionSettings(address, { PGPASSFILE: file }).password;

  it('gives the password of the first line that fits', () => {
    writeFileSync(file, '# ours\ndb.example:5432:logs:dev:a\\:b\\\\c\n*:*:*:eve:second\n');
    chmodSync(file, 0o600);
    expect(password('postgres://dev@db.example/logs')).toBe('a:b\\c');
    expect(password('postgres://eve@db.example/logs')).toBe('second');
    expect(password('postgres://dev@db.example/other')).toBeNull();
    expect(password('postgres://dev:given@db.example/logs')).toBe('given');
  });

  it('is left alone when others may read it', () => {
    chmodSync(file, 0o644);
    expect(password('postgres://dev@db.example/logs')).toBeNull();
  });
});
