// Codex's calls on shells of each era, plans and web searches, and their outputs.

import { shellOutput } from '../shell-output.ts';
import type { Escaped } from '../text-pools.ts';
import type { CallTruth, TruthStatus } from '../truth.ts';
import { commandLine, noun, relativePath, sentence, title } from '../words.ts';
import { patchText } from './patches.ts';
import { script, scriptOutput } from './scripts.ts';
import type { CodexSession, RunningWork } from './session.ts';

export interface CodexCall {
  readonly kind: 'function' | 'custom';
  readonly name: string;
  readonly namespace?: string;
  /** JSON string: the arguments of a function, the text of a custom tool. */
  readonly input: string;
  /** JSON: a string or an array of items. */
  readonly output: string;
  readonly status: TruthStatus;
  readonly durationMs: number;
  /** Written between the call and its output; gets the call's id. */
  readonly during?: (callId: string) => void;
  /** The call's work continues under this handle. */
  readonly starts?: Omit<RunningWork, 'call'>;
  /** The call is the last poll of this work. */
  readonly ends?: RunningWork;
  /** Gets the counted call, for an end that is found later. */
  readonly began?: (call: CallTruth) => void;
  /** The user stopped the turn here. */
  readonly aborts?: boolean;
}

interface ShellRun {
  readonly text: Escaped;
  readonly exitCode: number;
  readonly durationMs: number;
}

const FAILING = 0.075;

function shellRun(session: CodexSession): ShellRun {
  const { rng, request } = session;
  const exitCode = rng.chance(FAILING) ? rng.pick([1, 1, 1, 1, 2, 127, 128, 101]) : 0;
  return {
    text: shellOutput(rng, request.pools, { agent: 'codex', failed: exitCode !== 0 }),
    exitCode,
    durationMs: rng.size(120, 4000, 600_000),
  };
}

function statusOf(exitCode: number): TruthStatus {
  return exitCode === 0 ? 'ok' : 'error';
}

export function argumentsOf(value: unknown): string {
  return JSON.stringify(JSON.stringify(value));
}

/** A command that the user or the reviewer refused or stopped. */
export function stoppedCall(session: CodexSession, call: Pick<CodexCall, 'kind' | 'name' | 'input'>): CodexCall | null {
  const { rng } = session;
  const at = rng.float();
  const took = rng.size(4000, 40_000, 900_000);
  if (at < 0.003) return { ...call, output: '"exec command rejected by user"', status: 'rejected', durationMs: took };
  if (at < 0.005) {
    const text = `Command blocked by PreToolUse hook: ${sentence(rng)}. Command: ${noun(rng)}`;
    return { ...call, output: JSON.stringify(text), status: 'denied', durationMs: rng.between(10, 900) };
  }
  if (at < 0.0065) {
    const text = `aborted by user after ${(took / 1000).toFixed(1)}s`;
    return { ...call, output: JSON.stringify(text), status: 'interrupted', durationMs: took, aborts: true };
  }
  return null;
}

export function shellCall(session: CodexSession): CodexCall {
  switch (session.dialect.shell) {
    case 'shell':
      return oldShell(session);
    case 'shell_command':
      return shellCommand(session);
    case 'exec_command':
      return execCommand(session);
    default:
      return script(session);
  }
}

/** 2025: an argument vector in, a JSON document in a string out. */
function oldShell(session: CodexSession): CodexCall {
  const { rng, request } = session;
  const patching = rng.chance(0.25);
  const command = patching ? ['apply_patch', patchText(session)] : ['bash', '-lc', commandLine(rng)];
  const call = {
    kind: 'function' as const,
    name: 'shell',
    input: argumentsOf({ command, ...(rng.chance(0.12) ? { timeout_ms: 120_000 } : {}) }),
  };
  const stopped = stoppedCall(session, call);
  if (stopped !== null) return stopped;
  const run = shellRun(session);
  if (rng.chance(0.045)) {
    const text = `failed in sandbox LinuxSeccomp with execution error: sandbox denied exec error, exit code: 1, stdout: ${run.text}`;
    return { ...call, output: `"${text}"`, status: 'error', durationMs: run.durationMs };
  }
  const text = patching
    ? `Success. Updated the following files:\\\\nM ${relativePath(rng, 'py')}\\\\n`
    : shellOutput(rng, request.pools, {
        agent: 'codex',
        failed: run.exitCode !== 0,
        size: rng.size(90, 3000, 11_000),
        isTwice: true,
      });
  const code = patching ? 0 : run.exitCode;
  return {
    ...call,
    output: `"{\\"output\\":\\"${text}\\",\\"metadata\\":{\\"exit_code\\":${code},\\"duration_seconds\\":${(run.durationMs / 1000).toFixed(1)}}}"`,
    status: statusOf(code),
    durationMs: run.durationMs,
  };
}

function shellCommand(session: CodexSession): CodexCall {
  const { rng, cwd } = session;
  const call = {
    kind: 'function' as const,
    name: 'shell_command',
    input: argumentsOf({ command: commandLine(rng), workdir: cwd }),
  };
  const stopped = stoppedCall(session, call);
  if (stopped !== null) return stopped;
  const run = shellRun(session);
  const head = `Exit code: ${run.exitCode}\\nWall time: ${(run.durationMs / 1000).toFixed(1)} seconds\\nOutput:\\n`;
  return { ...call, output: `"${head}${run.text}\\n"`, status: statusOf(run.exitCode), durationMs: run.durationMs };
}

function chunkHead(session: CodexSession, seconds: number, state: string): Escaped {
  const tokens = session.rng.between(0, 9000);
  return `Chunk ID: ${session.rng.hex(6)}\\nWall time: ${seconds.toFixed(4)} seconds\\n${state}\\nOriginal token count: ${tokens}\\nOutput:\\n`;
}

/** Unified exec: a long command continues as a session. */
function execCommand(session: CodexSession): CodexCall {
  const { rng, cwd } = session;
  const call = {
    kind: 'function' as const,
    name: 'exec_command',
    input: argumentsOf({ cmd: commandLine(rng), workdir: cwd, yield_time_ms: 10_000, max_output_tokens: 20_000 }),
  };
  const stopped = stoppedCall(session, call);
  if (stopped !== null) return stopped;
  if (rng.chance(0.08))
    return startsWork(
      session,
      call,
      (handle) => `"${chunkHead(session, 10, `Process running with session ID ${handle}`)}"`,
    );
  const run = shellRun(session);
  const head = chunkHead(session, run.durationMs / 1000, `Process exited with code ${run.exitCode}`);
  return { ...call, output: `"${head}${run.text}\\n"`, status: statusOf(run.exitCode), durationMs: run.durationMs };
}

/** Work that continues: it will be polled and end, or never be mentioned again. */
export function startsWork(
  session: CodexSession,
  call: Pick<CodexCall, 'kind' | 'name' | 'input'>,
  output: (handle: string) => string,
): CodexCall {
  const { rng } = session;
  const handle = String(rng.between(10_000, 99_999));
  const exitCode = rng.chance(0.12) ? 1 : 0;
  const pollsLeft = rng.chance(0.35) ? rng.between(1, 3) : 0;
  return {
    ...call,
    output: output(handle),
    status: 'background',
    durationMs: 10_000,
    starts: { handle, pollsLeft, exitCode },
  };
}

/** A poll of continuing work: `write_stdin` for processes, `wait` for scripts. */
export function pollCall(session: CodexSession, work: RunningWork): CodexCall {
  const { rng, request, dialect } = session;
  const process = dialect.shell === 'exec_command';
  const call = process
    ? {
        kind: 'function' as const,
        name: 'write_stdin',
        input: argumentsOf({
          session_id: Number(work.handle),
          chars: '',
          yield_time_ms: 30_000,
          max_output_tokens: 12_000,
        }),
      }
    : {
        kind: 'function' as const,
        name: 'wait',
        input: argumentsOf({ cell_id: work.handle, yield_time_ms: 30_000, max_tokens: 12_000 }),
      };
  const took = rng.between(20, 30_000);
  if (work.pollsLeft > 0) {
    work.pollsLeft--;
    const output = process
      ? `"${chunkHead(session, 30, `Process running with session ID ${work.handle}`)}"`
      : `"Script running with cell ID ${work.handle}\\nWall time 30.0 seconds\\nOutput:\\n"`;
    return { ...call, output, status: 'ok', durationMs: 30_000 };
  }
  const text = shellOutput(rng, request.pools, { agent: 'codex', failed: work.exitCode !== 0 });
  const output = process
    ? `"${chunkHead(session, took / 1000, `Process exited with code ${work.exitCode}`)}${text}"`
    : scriptOutput(work.exitCode === 0, took, text);
  return { ...call, output, status: 'ok', durationMs: took, ends: work };
}

export function planCall(session: CodexSession): CodexCall {
  const { rng } = session;
  const plan = Array.from({ length: rng.between(3, 6) }, (_, index) => ({
    step: title(rng),
    status: index === 0 ? 'in_progress' : 'pending',
  }));
  return {
    kind: 'function',
    name: 'update_plan',
    input: argumentsOf({ plan, explanation: sentence(rng) }),
    output: '"Plan updated"',
    status: 'ok',
    durationMs: rng.between(1, 40),
  };
}

/** A search is complete in one record; newer versions write an event beside it. */
export function writeWebSearch(session: CodexSession): void {
  const { rng, dialect, tally } = session;
  const id = `ws_${rng.hex(50)}`;
  const query = title(rng);
  const action = `{"type":"search","query":${JSON.stringify(query)},"queries":[${JSON.stringify(query)}]}`;
  if (dialect.endEvents)
    session.event('web_search_end', `"call_id":"${id}","query":${JSON.stringify(query)},"action":${action}`);
  const named = dialect.endEvents ? `"id":"${id}",` : '';
  session.line('response_item', `{"type":"web_search_call",${named}"status":"completed","action":${action}}`);
  tally.call(dialect.endEvents ? id : '', 'web_search', 'main', 'ok');
  tally.selfContained++;
}
