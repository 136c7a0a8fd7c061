// The built program for tests: compiles it if the sources are newer, and runs it as a user would.

import { spawn } from 'node:child_process';
import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const ROOT = resolve(import.meta.dirname, '../..');
/** The command line as it ships. */
export const PROGRAM = join(ROOT, 'dist/program/toolscope.js');
const TSC = join(ROOT, 'node_modules/typescript/bin/tsc');
const LOCK = join(ROOT, 'dist/.test-build.lock');
/** A build takes seconds; a lock older than this was left behind. */
const STALE_MS = 120_000;

export interface Outcome {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  readonly uid?: number;
}

export function run(program: string, args: readonly string[], options: RunOptions = {}): Promise<Outcome> {
  const { NO_COLOR: _, FORCE_COLOR: __, COLUMNS: ___, ...inherited } = process.env;
  return new Promise((done, fail) => {
    const child = spawn(program, args, {
      cwd: options.cwd ?? ROOT,
      env: { ...inherited, ...options.env },
      stdio: ['ignore', 'pipe', 'pipe'],
      ...(options.uid === undefined ? {} : { uid: options.uid, gid: options.uid }),
    });
    const out: Buffer[] = [];
    const err: Buffer[] = [];
    child.stdout.on('data', (part: Buffer) => out.push(part));
    child.stderr.on('data', (part: Buffer) => err.push(part));
    child.on('error', fail);
    child.on('close', (status) =>
      done({ status, stdout: Buffer.concat(out).toString(), stderr: Buffer.concat(err).toString() }),
    );
  });
}

function modifiedAt(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

function newestSource(folder: string, isSource: RegExp): number {
  let newest = 0;
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) {
      if (entry.name !== 'samples') newest = Math.max(newest, newestSource(path, isSource));
    } else if (isSource.test(entry.name) && !/\.test\.tsx?$/.test(entry.name))
      newest = Math.max(newest, modifiedAt(path));
  }
  return newest;
}

function isBuilt(): boolean {
  const builtAt = Math.max(
    ...['.pure.tsbuildinfo', '.node.tsbuildinfo'].map((name) => modifiedAt(join(ROOT, 'dist', name))),
  );
  return builtAt >= newestSource(join(ROOT, 'src'), /\.ts$/) && modifiedAt(PROGRAM) >= builtAt;
}

function isWebBuilt(): boolean {
  const newest = ['web', 'ui', 'api', 'base'].map((layer) => newestSource(join(ROOT, 'src', layer), /./));
  const views = newestSource(join(ROOT, 'src/tools'), /\.view\.tsx$/);
  const built = ['dist/web/index.html', 'dist/share/render.js'].map((name) => modifiedAt(join(ROOT, name)));
  return Math.min(...built) >= Math.max(...newest, views);
}

function takeLock(): boolean {
  mkdirSync(join(ROOT, 'dist'), { recursive: true });
  try {
    mkdirSync(LOCK);
    return true;
  } catch {
    if (Date.now() - modifiedAt(LOCK) > STALE_MS) rmSync(LOCK, { recursive: true, force: true });
    return false;
  }
}

/** Several test files may need it at once: one of them builds, the others wait. */
async function buildOnce(isDone: () => boolean, build: () => Promise<void>): Promise<void> {
  while (!isDone()) {
    if (!takeLock()) {
      await sleep(100);
      continue;
    }
    try {
      await build();
      return;
    } finally {
      rmSync(LOCK, { recursive: true, force: true });
    }
  }
}

async function made(what: string, script: string, ...args: readonly string[]): Promise<void> {
  const { status, stderr } = await run(process.execPath, [join(ROOT, script), ...args]);
  if (status !== 0) throw new Error(`${what} cannot be built:\n${stderr}`);
}

/** Compiles the program if it is older than its sources. */
export function buildProgram(): Promise<void> {
  return buildOnce(isBuilt, async () => {
    // Type errors are reported by another check: the compiler writes what it can.
    await run(process.execPath, [TSC, '-b', 'tsconfig.node.json']);
    await made('the program', 'scripts/bundle.mjs');
  });
}

/** Builds the web app and the renderer of shared sessions if they are older than their sources. */
export function buildWeb(): Promise<void> {
  return buildOnce(isWebBuilt, async () => {
    const vite = ['node_modules/vite/bin/vite.js', 'build', '--logLevel', 'error'] as const;
    await made('the renderer of shared sessions', ...vite, '--config', 'vite.share.config.ts');
    await made('the web app', ...vite);
  });
}

/** `toolscope …`, as built. */
export function toolscope(args: readonly string[], options: RunOptions = {}): Promise<Outcome> {
  return run(process.execPath, [PROGRAM, ...args], options);
}

/** The same in a shell, for pipes: `$TOOLSCOPE` stands for the program. */
export function shell(line: string, options: RunOptions = {}): Promise<Outcome> {
  const env = { TOOLSCOPE: PROGRAM, NODE: process.execPath, ...options.env };
  return run('bash', ['-c', line.replaceAll('toolscope', '"$NODE" "$TOOLSCOPE"')], { ...options, env });
}
