// Tests that a full disk of the PostgreSQL server is reported, loses nothing, and is recovered from when there is space: as a
// server reports it, and on a real full disk where a small one can be mounted for the tests' own server.

import { spawnSync } from 'node:child_process';
import { chownSync, mkdirSync, mkdtempSync, rmSync, statfsSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import { generateLibrary } from '../../bench/generate/library.ts';
import type { Trouble } from '../../src/base/portable-error.ts';
import { openFollower } from '../../src/library/index-watcher.ts';
import { Connection } from '../../src/store/postgres/database/connection.ts';
import { connectionSettings } from '../../src/store/postgres/database/connection-settings.ts';
import { migrate } from '../../src/store/postgres/database/migrate.ts';
import { newDatabase } from '../support/postgres.ts';
import { indexPicture, LONG_AFTER, readPicture } from './support.ts';

const ends: (() => Promise<unknown> | unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
  vi.unstubAllEnvs();
});

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'toolscope-full-'));
  ends.push(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A database with the tables of an index, on a disk that is nearly full. */
interface FullDisk {
  readonly address: string;
  makeRoom(): Promise<void>;
}

async function withTables(address: string): Promise<Connection> {
  const connection = await Connection.open(connectionSettings(address));
  ends.push(() => connection.close());
  await migrate(connection);
  return connection;
}

/** Says so after some calls, in the words and with the code of a server whose disk is full. */
async function saidToBeFull(): Promise<FullDisk> {
  const { address, drop } = await newDatabase();
  ends.push(drop);
  const connection = await withTables(address);
  await connection.transaction((on) =>
    on.run(`CREATE FUNCTION is_full() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      IF (SELECT count(*) FROM calls) > 50 THEN
        RAISE 'could not extend file "base/1/2": No space left on device' USING ERRCODE = 'disk_full';
      END IF;
      RETURN NULL;
    END $$;
    CREATE TRIGGER is_full AFTER INSERT ON message_pages EXECUTE FUNCTION is_full()`),
  );
  return {
    address,
    makeRoom: () => connection.transaction((on) => on.run('DROP FUNCTION is_full() CASCADE')),
  };
}

function mount(...options: readonly string[]): boolean {
  return spawnSync('mount', [...options], { stdio: 'ignore' }).status === 0;
}

async function reallyFull(): Promise<FullDisk> {
  const disk = newFolder();
  mount('-t', 'tmpfs', '-o', 'size=256m', 'tmpfs', disk);
  ends.push(() => spawnSync('umount', ['-l', disk]));
  const usual = await newDatabase();
  ends.push(usual.drop);
  const admin = await Connection.open(connectionSettings(usual.address));
  ends.push(() => admin.close());
  const [row] = await admin.all(`SELECT current_setting('data_directory') AS folder`);
  const { uid, gid } = statSync(String(row?.['folder']));
  const place = join(disk, 'space');
  mkdirSync(place);
  chownSync(place, uid, gid);
  const name = `full_${process.pid}`;
  await admin.all(`CREATE TABLESPACE ${name} LOCATION '${place}'`);
  ends.push(() => admin.all(`DROP TABLESPACE ${name}`));
  await admin.all(`CREATE DATABASE ${name} TABLESPACE ${name}`);
  ends.push(() => admin.all(`DROP DATABASE ${name} WITH (FORCE)`));
  const address = Object.assign(new URL(usual.address), { pathname: `/${name}` }).href;
  await withTables(address);
  const { blocks, bfree, bsize } = statfsSync(disk);
  // Room for the first few sessions.
  mount('-o', `remount,size=${(blocks - bfree) * bsize + 300_000}`, disk);
  return {
    address,
    async makeRoom() {
      mount('-o', 'remount,size=256m', disk);
    },
  };
}

function canMount(): boolean {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false;
  if ((process.env['TOOLSCOPE_TEST_POSTGRES'] ?? '') !== '') return false;
  const folder = mkdtempSync(join(tmpdir(), 'toolscope-mount-'));
  const can = mount('-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', folder);
  if (can) spawnSync('umount', [folder]);
  rmSync(folder, { recursive: true });
  return can;
}

const DISKS: readonly (readonly [string, () => Promise<FullDisk>])[] = [
  ['as a server says it', saidToBeFull],
  ...(canMount() ? [['a real one', reallyFull] as const] : []),
];

it.each(DISKS)('is told, and got over by itself when there is room: %s', { timeout: 240_000 }, async (_, make) => {
  const [logs, folder] = [newFolder(), newFolder()];
  generateLibrary({ dir: logs, bytes: 3e6, seed: 'full', callsPerSession: 10 });
  const { address, makeRoom } = await make();
  vi.stubEnv('TOOLSCOPE_STORE', address);
  const troubles: Trouble[] = [];
  const follower = await openFollower({
    folder,
    places: [logs],
    archive: false,
    onThread: false,
    now: () => LONG_AFTER,
    onTrouble: (trouble) => troubles.push(trouble),
  });
  ends.push(() => follower.close());
  await expect
    .poll(() => troubles[0], { timeout: 60_000 })
    .toMatchObject({
      code: 'disk-full',
      message: expect.stringMatching(/^The disk of postgres:\/\/.* is full\.$/),
    });
  expect(follower.state().trouble?.code).toBe('disk-full');
  await makeRoom();
  await follower.ready;
  await expect.poll(() => follower.state(), { timeout: 120_000 }).toMatchObject({ phase: 'following', trouble: null });
  await follower.close();
  expect(await indexPicture(folder)).toEqual(await readPicture([logs]));
});
