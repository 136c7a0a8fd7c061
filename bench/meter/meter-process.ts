// Runs a program as a user would and measures it from outside: time, processor time and memory, including children.

import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { endedChildrenCpuMs, MemoryWatch } from './process-tree.ts';

/** A look takes half a millisecond; the system remembers peaks between two looks. */
const LOOK_MS = 50;
/** The end of a program's output is enough to know what it found, or why it failed. */
const KEPT_CHARS = 1 << 20;

export const ROOT = resolve(import.meta.dirname, '../..');
export const CLI = join(ROOT, 'dist/program/toolscope.js');

export interface ProcessFigures {
  readonly wallMs: number;
  readonly cpuMs?: number;
  readonly rssMb?: number;
}

export interface Metered extends ProcessFigures {
  /** Null when a signal ended it. */
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface MeterOptions {
  readonly env?: NodeJS.ProcessEnv;
  readonly cwd?: string;
  /** Where standard output goes; in memory by default. */
  readonly outputFile?: string;
  readonly timeoutMs?: number;
}

class Tail {
  #text = '';

  constructor(stream: NodeJS.ReadableStream | null) {
    stream?.setEncoding('utf8');
    stream?.on('data', (part: string) => {
      this.#text = (this.#text + part).slice(-KEPT_CHARS);
    });
  }

  get text(): string {
    return this.#text;
  }
}

function ended(child: ChildProcess): Promise<number | null> {
  return new Promise((done, fail) => {
    child.once('error', fail);
    child.once('close', (status) => done(status));
  });
}

/** One at a time: processor time is that of all children that ended meanwhile. */
export async function meterProcess(
  program: string,
  args: readonly string[],
  options: MeterOptions = {},
): Promise<Metered> {
  const file = options.outputFile === undefined ? undefined : openSync(options.outputFile, 'w');
  const cpuBefore = endedChildrenCpuMs();
  const startedMs = performance.now();
  const child = spawn(program, args, {
    cwd: options.cwd,
    env: options.env ?? process.env,
    stdio: ['ignore', file ?? 'pipe', 'pipe'],
    ...(options.timeoutMs === undefined ? {} : { timeout: options.timeoutMs, killSignal: 'SIGKILL' as const }),
  });
  const memory = new MemoryWatch(child.pid ?? 0);
  const timer = setInterval(() => memory.look(), LOOK_MS);
  const [stdout, stderr] = [new Tail(child.stdout), new Tail(child.stderr)];
  try {
    const status = await ended(child);
    const wallMs = performance.now() - startedMs;
    const cpuAfter = endedChildrenCpuMs();
    return {
      wallMs,
      ...(cpuBefore === undefined || cpuAfter === undefined ? {} : { cpuMs: cpuAfter - cpuBefore }),
      ...(memory.mostMb === undefined ? {} : { rssMb: memory.mostMb }),
      status,
      stdout: stdout.text,
      stderr: stderr.text,
    };
  } finally {
    clearInterval(timer);
    if (file !== undefined) closeSync(file);
  }
}

/** What belongs into a row. */
export function figuresOf({ status, stdout, stderr, ...figures }: Metered): ProcessFigures {
  return figures;
}

/** The same, for programs that have to succeed. */
export async function meterSuccess(
  program: string,
  args: readonly string[],
  options: MeterOptions = {},
): Promise<Metered> {
  const metered = await meterProcess(program, args, options);
  if (metered.status === 0) return metered;
  throw new Error(`${[program, ...args].join(' ')} ended with ${metered.status}:\n${metered.stderr.slice(-2000)}`);
}

/** The built command line, with its own data folder. */
export function meterToolscope(
  dataFolder: string,
  args: readonly string[],
  options: MeterOptions = {},
): Promise<Metered> {
  return meterSuccess(process.execPath, [CLI, ...args], {
    ...options,
    env: { ...process.env, ...options.env, TOOLSCOPE_HOME: dataFolder },
  });
}
