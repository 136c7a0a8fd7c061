// Runs a command line inside the test's own process: starting the program for every line would take minutes.

import { Writable } from 'node:stream';
import { vi } from 'vitest';
import { runLine } from '../../src/cli/dispatch.ts';
import { exitStatus, explain } from '../../src/cli/errors.ts';
import { openOutput, type TextStream } from '../../src/cli/output.ts';
import { storeIn } from './engine.ts';

export interface Said {
  readonly status: number;
  readonly out: string;
  /** What was printed on standard error. */
  readonly notes: string;
}

export interface Surroundings {
  /** The data folder. */
  readonly home: string;
  readonly width?: number;
  readonly isColoured?: boolean;
  /** Whether a person looks on: what is printed fits the width. */
  readonly isTerminal?: boolean;
}

function collector(columns: number, isTTY: boolean): { readonly stream: TextStream; text(): string } {
  let text = '';
  const stream: TextStream = Object.assign(
    new Writable({
      write(chunk, _, done) {
        text += String(chunk);
        done();
      },
    }),
    { columns, isTTY },
  );
  return { stream, text: () => text };
}

/** Environment variables are stubbed: `vi.unstubAllEnvs()` restores them. */
export async function runHere(
  args: readonly string[],
  { home, width = 120, isColoured = false, isTerminal = false }: Surroundings,
): Promise<Said> {
  vi.stubEnv('TOOLSCOPE_HOME', await storeIn(home));
  vi.stubEnv('NO_COLOR', isColoured ? '' : '1');
  vi.stubEnv('FORCE_COLOR', isColoured ? '1' : '');
  const stdout = collector(width, isTerminal);
  const stderr = collector(width, isTerminal);
  const out = openOutput(stdout.stream, stderr.stream);
  const status = await runLine(args, 'ls', out).catch((error: unknown) => {
    out.note(`toolscope: ${explain(error)}`);
    return exitStatus(error);
  });
  return { status, out: stdout.text(), notes: stderr.text() };
}
