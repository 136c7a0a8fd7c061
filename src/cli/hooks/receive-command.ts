// `toolscope hook` as agents start it: reads standard input, prints nothing, and exits with 0 whatever happens. The agent
// waits for it, so it loads next to nothing.

import { readSync } from 'node:fs';
import { isatty } from 'node:tty';
import { noteTrouble } from '../../hooks/hook-errors.ts';
import { type HookInput, InputCollector, wordsOf } from '../../hooks/hook-input.ts';
import { inboxFolder } from '../../hooks/inbox.ts';
import { receiveHook } from '../../hooks/receive-hook.ts';
import { dataFolder } from '../../store/data-folder.ts';

const BLOCK = 64 * 1024;
const WAIT_MS = 2;
/** How long to wait for data on a stream that is not ready. */
const PATIENCE_MS = 5000;

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

/** Bytes read, 0 at the end. A non-blocking pipe has to be polled. */
function readBlock(into: Buffer): number {
  for (let waitedMs = 0; waitedMs < PATIENCE_MS; waitedMs += WAIT_MS) {
    try {
      return readSync(0, into);
    } catch (error) {
      if (codeOf(error) === 'EOF') return 0;
      if (codeOf(error) !== 'EAGAIN') throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, WAIT_MS);
    }
  }
  return 0;
}

/** Reads standard input to its end, so that the agent's write succeeds; of a very long input, only the ends are kept. */
function readInput(): HookInput {
  const collector = new InputCollector();
  for (;;) {
    const block = Buffer.allocUnsafe(BLOCK);
    const read = readBlock(block);
    if (read === 0) return collector.words();
    collector.add(block.subarray(0, read));
  }
}

function optionOf(args: readonly string[], name: string): string | undefined {
  const at = args.indexOf(name);
  const joined = args.find((arg) => arg.startsWith(`${name}=`));
  return at === -1 ? joined?.slice(name.length + 1) : args[at + 1];
}

/** Codex' `notify` passes its input as the last argument, not on standard input. */
function wordsOfArguments(args: readonly string[]): HookInput | undefined {
  const last = args.at(-1);
  return last?.startsWith('{') === true ? wordsOf(Buffer.from(last)) : undefined;
}

/** Whether a person, not an agent, started it: no input will come. */
export function isStartedByHand(args: readonly string[]): boolean {
  return wordsOfArguments(args) === undefined && isatty(0);
}

export function receiveCommand(args: readonly string[]): void {
  let inbox = '';
  try {
    inbox = inboxFolder(dataFolder());
    const told = wordsOfArguments(args);
    const agent = optionOf(args, '--agent');
    receiveHook(told ?? readInput(), {
      inbox,
      agent: agent === '' ? undefined : agent,
      via: told === undefined ? 'command' : 'notify',
      // When the agent started this process: Node's own startup is not the agent's time.
      at: performance.timeOrigin,
      pid: process.ppid,
    });
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    noteTrouble(inbox, { at: Date.now(), code: codeOf(error) || 'failed', message, agent: null });
  }
  process.exitCode = 0;
}
