// Runs a PostgreSQL server for as long as the process that started it lives: when its input ends, the server is stopped and its
// folder removed, also after a crash. Prints `ready <port>`, or `failed <why>`. A line `crash 500` on its input ends the server
// as a crash does and starts it again after that many milliseconds.
// Usage: node postgres-supervisor.mjs <folder with the binaries> [setting=value ...]

import { execFileSync, spawn } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';

const folder = mkdtempSync(path.join(tmpdir(), 'toolscope-postgres-'));
const native = path.join(folder, 'native');
const data = path.join(folder, 'data');

/** The server refuses to run as root: then it runs as a user that may do nothing. */
function unprivileged() {
  if (process.getuid?.() !== 0) return {};
  const users = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  const user = users.find(([name]) => name === 'postgres') ?? users.find(([name]) => name === 'nobody');
  if (user === undefined) throw new Error('there is neither a user postgres nor a user nobody to run the server as');
  return { uid: Number(user[2]), gid: Number(user[3]) };
}

/** A copy: the installed one may lie where that user may not look, and lack the links that npm does not pack. */
function install(binaries) {
  cpSync(binaries, native, { recursive: true, verbatimSymlinks: true });
  const links = JSON.parse(readFileSync(path.join(native, 'pg-symlinks.json'), 'utf8'));
  for (const { source, target } of links) {
    const link = path.join(folder, target);
    rmSync(link, { force: true });
    symlinkSync(path.relative(path.dirname(target), source), link);
  }
  for (const name of ['initdb', 'postgres', 'pg_ctl']) chmodSync(path.join(native, 'bin', name), 0o755);
}

function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}

let server;
let port;
let user;
function start(port, user) {
  const settings = [
    'listen_addresses=127.0.0.1',
    `unix_socket_directories=${data}`,
    'fsync=off',
    'full_page_writes=off',
    'max_connections=200',
    'shared_buffers=64MB',
    ...process.argv.slice(3),
  ];
  const flags = settings.flatMap((setting) => ['-c', setting]);
  server = spawn(path.join(native, 'bin/postgres'), ['-D', data, '-p', String(port), ...flags], {
    ...user,
    cwd: data,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  return new Promise((resolve, reject) => {
    let said = '';
    server.stderr.on('data', (chunk) => {
      said += chunk;
      if (said.includes('ready to accept connections')) resolve();
      said = said.slice(-4000);
    });
    server.once('error', reject);
    server.once('exit', () => reject(new Error(`the server ended: ${said}`)));
  });
}

function end(status) {
  const remove = () => {
    rmSync(folder, { recursive: true, force: true });
    process.exit(status);
  };
  if (server === undefined || server.exitCode !== null) return remove();
  server.once('exit', remove);
  server.kill('SIGINT');
}

/** At once and without tidying up; the next one repairs what it finds. */
async function crash(restMs) {
  const ended = new Promise((resolve) => server.once('exit', resolve));
  server.kill('SIGQUIT');
  await ended;
  await new Promise((resolve) => setTimeout(resolve, restMs));
  await start(port, user);
  console.log(`ready ${port}`);
}

createInterface(process.stdin)
  .on('line', (line) => void crash(Number(line.split(' ')[1] ?? 0)))
  .once('close', () => end(0));
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => undefined);

try {
  user = unprivileged();
  chmodSync(folder, 0o755);
  install(process.argv[2]);
  mkdirSync(data, { mode: 0o700 });
  const password = path.join(folder, 'password');
  writeFileSync(password, 'toolscope\n');
  if (user.uid !== undefined) for (const place of [data, password]) chownSync(place, user.uid, user.gid);
  const initdb = [
    '-D',
    data,
    '-U',
    'toolscope',
    '--auth=scram-sha-256',
    `--pwfile=${password}`,
    '--locale=C',
    '-E',
    'UTF8',
    '--no-sync',
  ];
  execFileSync(path.join(native, 'bin/initdb'), initdb, { ...user, cwd: data, stdio: ['ignore', 'ignore', 'pipe'] });
  for (let attempt = 1; ; attempt++) {
    port = await freePort();
    try {
      await start(port, user);
      console.log(`ready ${port}`);
      break;
    } catch (error) {
      // Another process can take a free port first.
      if (attempt === 5) throw error;
    }
  }
} catch (error) {
  console.log(`failed ${error.message} ${error.stderr ?? ''}`.replaceAll('\n', ' '));
  end(1);
}
