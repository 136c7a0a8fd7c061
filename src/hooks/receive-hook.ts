// Receives one hook: its input becomes a line of the inbox. Never throws, prints nothing; errors are noted.

import { systemCode } from '../base/system-code.ts';
import { appendLine } from './append-line.ts';
import { noteTrouble } from './hook-errors.ts';
import type { HookInput } from './hook-input.ts';
import { type Arrival, type HookVia, identify, lineOf, type MadeLine, makeLine } from './hook-line.ts';
import { inboxPath } from './inbox.ts';

export interface ReceiveOptions {
  /** The inbox: see inbox.ts. */
  readonly inbox: string;
  /** Whose hook it is; guessed from the input by default. */
  readonly agent?: string | undefined;
  readonly via: HookVia;
  /** When the hook began, epoch milliseconds; by default now. */
  readonly at?: number;
  /** How long it took until everything had arrived; by default until now. */
  readonly tookMs?: number;
  readonly pid?: number | null;
  /** Identifies input that is stored again; random by default. */
  readonly id?: string;
}

export interface Received {
  /** Whether a line was appended. */
  readonly appended: boolean;
  /** The file it is in. */
  readonly path: string | null;
  readonly trouble: string | null;
}

function textOf(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');
}

let count = 0;

function nowMs(): number {
  return performance.timeOrigin + performance.now();
}

/** To the microsecond: more digits would be noise. */
function rounded(ms: number): number {
  return Math.round(ms * 1000) / 1000;
}

function arrivalOf(options: ReceiveOptions): (agent: string) => Arrival {
  const now = nowMs();
  const at = options.at ?? now;
  const pid = options.pid ?? null;
  const id =
    options.id ?? `${Math.round(at * 1000).toString(36)}-${process.pid.toString(36)}-${(count++).toString(36)}`;
  const tookMs = Math.max(0, rounded(options.tookMs ?? now - at));
  return (agent) => ({ agent, via: options.via, id, at: rounded(at), tookMs, pid });
}

function lineFor({ head, tail, bytes }: HookInput, options: ReceiveOptions): MadeLine {
  const arrive = arrivalOf(options);
  const told = { agent: options.agent, bytes };
  if (tail === null) return makeLine(textOf(head), arrive, told);
  return lineOf(identify(textOf(head), textOf(tail)), arrive, told);
}

export function receiveHook(words: HookInput, options: ReceiveOptions): Received {
  const trouble = (code: string, message: string): Received => {
    noteTrouble(options.inbox, { at: Date.now(), code, message, agent: options.agent ?? null });
    return { appended: false, path: null, trouble: code };
  };
  try {
    const made = lineFor(words, options);
    if (!made.ok) return trouble(made.trouble, made.message);
    const path = inboxPath(options.inbox, made.agent, made.session);
    appendLine(path, made.line);
    return { appended: true, path, trouble: null };
  } catch (error) {
    const code = systemCode(error) ?? 'failed';
    return trouble(code, error instanceof Error ? error.message : String(error));
  }
}
